import ContractHTTP
import ContractOpenAPI

/// The arguments of `call`: options of the command, and inputs of the operation.
struct CallArguments: Sendable {
  static let options: [ToolOption] = [
    ToolOption("--document", "FILE|URL", "The OpenAPI document, in JSON."),
    ToolOption("--url", "URL", "The base URL. Default: the first server of the document."),
    ToolOption("--body", "TEXT|@FILE", "The whole body; @- reads the standard input."),
    ToolOption(
      "--type", "MEDIA-TYPE",
      "The media type of the body. Default: JSON, or else a form, or else the first declared type."),
    ToolOption("--header", "NAME:VALUE", "Add a header; repeatable."),
    ToolOption("--bearer", "TOKEN", "The token of bearer, OAuth 2 and OpenID schemes."),
    ToolOption("--basic", "USER:PASSWORD", "The credentials of basic schemes."),
    ToolOption("--key", "KEY", "The key of API key schemes."),
    ToolOption("--timeout", "SECONDS", "The maximum time of the call. Default: 60."),
    ToolOption("--wait", "SECONDS", "The time that a WebSocket stays open after the end of the input. Default: 1."),
    ToolOption("--include", nil, "Print the status and the headers first."),
    ToolOption("--json", nil, "Print one JSON object with status, headers and body."),
    ToolOption("--help", nil, "List the operations, or the options of an operation."),
  ]

  /// The operation; nil if absent.
  private(set) var operation: String?
  /// The other options with their values, in order.
  private(set) var inputs: [(name: String, value: String?)] = []
  private var values: [String: [String]] = [:]

  /// Parses arguments. Options that are not options of the command are inputs.
  ///
  /// - Throws: ``ToolUsageError`` for a missing or superfluous value, and for a second operation.
  init(_ arguments: [String]) throws(ToolUsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.utf8.starts(with: "--".utf8) || argument == "-h" else {
        guard operation == nil else {
          throw ToolUsageError(
            "`\(argument.escapingControls())` is a second operation; name values as --NAME VALUE.",
            hint: "Run `contract-tool call \(operation ?? "") --help` with the same --document for the options.")
        }
        operation = argument
        continue
      }
      let (name, attached) = argument.cut(atByte: "=").map { (String($0.front), String($0.back)) } ?? (argument, nil)
      guard let option = Self.options.first(where: { $0.name == (name == "-h" ? "--help" : name) }) else {
        let isValue = rest.first.map { !$0.utf8.starts(with: "--".utf8) } ?? false
        inputs.append((String(name.utf8.dropFirst(2)) ?? name, attached ?? (isValue ? rest.popFirst() : nil)))
        continue
      }
      if option.value == nil {
        guard attached == nil else {
          throw ToolUsageError("`\(name)` takes no value; remove `=` and the text after it.")
        }
        values[option.name, default: []].append("")
      } else if let value = attached ?? rest.popFirst() {
        values[option.name, default: []].append(value)
      } else {
        throw ToolUsageError("`\(name)` needs a value: \(name) \(option.value ?? "")")
      }
    }
  }

  /// Returns true if an option is present.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns the last value of an option; nil if absent.
  func value(_ option: String) -> String? { values[option]?.last }

  /// Returns all values of an option.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// Returns the name of the option for an input.
  static func optionName(of input: OperationInput, among inputs: [OperationInput]) -> String {
    let location = input.parameter?.location.rawValue ?? "body"
    let isReserved = options.contains { $0.name == "--" + input.name }
    let first = inputs.first { $0.name == input.name }
    let isFirst = first?.parameter?.location == input.parameter?.location
    return isReserved || !isFirst ? "--\(location).\(input.name)" : "--\(input.name)"
  }
}
