/// A command line, split into flags, options and words.
///
/// ```swift
/// let arguments = try Arguments(["list", "--tag", "home", "--done"], flags: ["--done"], options: ["--tag"])
/// arguments.words               // ["list"]
/// arguments.values(of: "--tag") // ["home"]
/// arguments.has("--done")       // true
/// ```
///
/// Options may be anywhere and are written `--tag home` or `--tag=home`. After `--` everything is a word.
public struct Arguments: Hashable, Sendable {
  /// The words that are neither an option nor its value, in order.
  public private(set) var words: [String] = []

  private var flags: Set<String> = []
  private var options: [String: [String]] = [:]

  /// Splits a command line.
  ///
  /// - Parameters:
  ///   - arguments: the arguments without the program's name.
  ///   - flags: the options without a value, such as `--json`.
  ///   - options: the options with a value, such as `--tag`.
  /// - Throws: ``UsageError`` for an option that is unknown, lacks its value or has an unexpected one.
  public init(_ arguments: [String], flags: Set<String>, options: Set<String>) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if flags.contains(name) {
        guard parts.count == 1 else { throw UsageError("`\(name)` takes no value") }
        self.flags.insert(name)
      } else if options.contains(name) {
        let isNextAnOption = rest.first.map { flags.contains($0) || options.contains($0) || $0 == "--" } ?? true
        guard parts.count == 2 || !isNextAnOption else { throw UsageError("`\(name)` needs a value") }
        self.options[name, default: []].append(parts.count == 2 ? parts[1] : rest.removeFirst())
      } else {
        throw UsageError("unknown option `\(name)`")
      }
    }
  }

  /// Returns whether a flag is given.
  public func has(_ flag: String) -> Bool {
    flags.contains(flag)
  }

  /// Every value of an option, in order.
  public func values(of option: String) -> [String] {
    options[option] ?? []
  }

  /// Returns the value of an option that may be given once.
  ///
  /// - Throws: ``UsageError`` if it is given more than once.
  public func value(of option: String) throws(UsageError) -> String? {
    let values = values(of: option)
    guard values.count <= 1 else { throw UsageError("`\(option)` is given more than once") }
    return values.first
  }

  /// Returns the value of an option as an integer in a range.
  ///
  /// - Throws: ``UsageError`` if it is invalid.
  public func integer(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try value(of: option) else { return nil }
    guard let integer = Int(text), range.contains(integer) else {
      let bounds = range.upperBound == .max ? "\(range.lowerBound) up" : "\(range.lowerBound) to \(range.upperBound)"
      throw UsageError("`\(option)` must be a number from \(bounds), not `\(text)`")
    }
    return integer
  }

  /// Returns the given options and flags that are not in `known`, in alphabetical order.
  public func names(besides known: Set<String>) -> [String] {
    flags.union(options.keys).subtracting(known).sorted()
  }
}
