import ContractHTTP

/// The parsed arguments of a command.
struct ToolArguments: Sendable, Equatable {
  /// The arguments that are not options, in order.
  private(set) var operands: [String]
  private var values: [String: [String]] = [:]

  /// Creates arguments without options.
  init(operands: [String]) { self.operands = operands }

  /// Parses arguments. `--name value` and `--name=value` are equivalent; `--` ends the options.
  ///
  /// - Throws: ``ToolUsageError`` for an unknown option, a missing or superfluous value, and a wrong number of operands.
  init(_ arguments: [String], for command: ToolCommand) throws(ToolUsageError) {
    operands = []
    let help = "Run `contract-tool \(command.name) --help`."
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      // A single dash denotes the standard input.
      guard argument.starts(withByte: "-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let (name, attached) = argument.cut(atByte: "=").map { (String($0.front), String($0.back)) } ?? (argument, nil)
      guard let option = command.options.first(where: { $0.name == name }) else {
        let nearest = NearestName(of: name, in: command.options.map(\.name) + ["--help"]).name
        throw ToolUsageError(
          "`\(command.name)` has no option `\(name.escapingControls())`.",
          hint: nearest.map { "Did you mean `\($0)`? \(help)" } ?? help)
      }
      guard let placeholder = option.value else {
        guard attached == nil else {
          throw ToolUsageError("`\(name)` takes no value; remove `=` and the text after it.", hint: help)
        }
        values[name, default: []].append("")
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw ToolUsageError("`\(name)` needs a value: \(name) \(placeholder)", hint: help)
      }
      values[name, default: []].append(value)
    }
    guard command.operandCounts.contains(operands.count) else {
      throw ToolUsageError(
        "`\(command.name)` has \(operands.count) operands: expected \(command.operands.isEmpty ? "none" : command.operands).",
        hint: help)
    }
  }

  /// Returns true if an option is present.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns the last value of an option; nil if absent.
  func value(_ option: String) -> String? { values[option]?.last }

  /// Returns all values of an option, in order.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// Returns the value of an option as an integer; nil if absent.
  ///
  /// - Throws: ``ToolUsageError`` for a value that is not an integer, and for an integer outside of `range`.
  func integer(_ option: String, in range: ClosedRange<Int>) throws(ToolUsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ToolUsageError(
        "`\(option)` is `\(text.escapingControls())`: expected a number from \(range.lowerBound) to \(range.upperBound)."
      )
    }
    return number
  }

  /// Returns the value of an option that is one of several words; nil if absent.
  ///
  /// - Throws: ``ToolUsageError`` for any other word.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, _ type: Choice.Type
  ) throws(ToolUsageError) -> Choice? where Choice.RawValue == String {
    guard let text = value(option) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let nearest = NearestName(of: text, in: words).name.map { " Did you mean `\($0)`?" } ?? ""
    throw ToolUsageError(
      "`\(option)` is `\(text.escapingControls())`: expected \(words.joined(separator: ", ")).\(nearest)")
  }
}
