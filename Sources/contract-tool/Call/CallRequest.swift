import ContractCoding
import ContractHTTP
import ContractOpenAPI

/// A request created from the arguments of `call`.
struct CallRequest: Sendable {
  let operation: OpenAPIOperation
  let message: HTTPRequest

  /// Returns an operation.
  ///
  /// - Throws: ``ToolUsageError`` with the nearest name.
  static func operation(_ name: String, in document: OpenAPIDocument) throws(ToolUsageError) -> OpenAPIOperation {
    if let operation = document.operation(name) { return operation }
    let names = document.operations.map { $0.id ?? $0.title }
    let nearest = NearestName(of: name, in: names).name.map { "Did you mean `\($0)`?" }
    throw ToolUsageError(
      "The document has no operation `\(name.escapingControls())`.",
      hint: nearest ?? "Run `contract-tool call --help` with the same --document for the list.")
  }

  /// Creates the request.
  ///
  /// - Throws: ``ToolUsageError`` for unknown, invalid and missing inputs, for members next to a whole body, and for an
  ///   invalid URL.
  init(
    _ arguments: CallArguments, _ operation: OpenAPIOperation, _ document: OpenAPIDocument
  ) throws {
    self.operation = operation
    let url = try ToolURL.url(arguments.value("--url"), in: document, for: "call")
    var request = OperationRequest(operation, in: document)
    var files = CallFiles(arguments)
    let inputs = OperationInput.all(of: operation, in: document, as: arguments.value("--type"))
    try Self.set(arguments, &request, inputs, &files)
    if let body = arguments.value("--body") { request.body = try Self.body(body, arguments, operation, &files) }
    try Self.authorize(arguments, &request, document)
    for line in arguments.values("--header") {
      guard let (name, value) = line.cut(atByte: ":"), let field = HTTPFieldName(String(name)),
        let text = HTTPFieldValue(String(value.withoutOuterSpace))
      else { throw ToolUsageError("`--header` is `\(line.escapingControls())`: expected NAME:VALUE.") }
      request.fields.append(field, text)
    }
    do throws(OperationRequestError) {
      message = try request.httpRequest(to: url)
    } catch {
      throw ToolUsageError(error.message)
    }
  }

  private static func set(
    _ arguments: CallArguments, _ request: inout OperationRequest, _ inputs: [OperationInput],
    _ files: inout CallFiles
  ) throws {
    let name = request.operation.id ?? "'\(request.operation.title)'"
    let help = "Run `contract-tool call \(name) --help` with the same --document."
    let names = inputs.map { CallArguments.optionName(of: $0, among: inputs) }
    let texts = try Self.texts(of: inputs, called: names, arguments, name, help)
    for (index, input) in inputs.enumerated() {
      let isReplaced = input.parameter == nil && arguments.has("--body")
      if texts[index].isEmpty {
        guard input.isRequired, !isReplaced else { continue }
        throw ToolUsageError("\(name) needs \(names[index]) \(input.type)", hint: help)
      }
      guard !isReplaced else {
        throw ToolUsageError("`--body` is the whole body; remove \(names[index]), or `--body`.", hint: help)
      }
      var values = texts[index]
      if input.isFile {
        let paths = values.compactMap { $0.rest(afterBytes: "@").map(String.init) }
        request.set(input, toFiles: try paths.map { try files.file($0, for: input) })
        values.removeAll { $0.starts(withByte: "@") }
        if values.isEmpty { continue }
      }
      do throws(OperationRequestError) {
        try request.set(input, to: values)
      } catch {
        throw ToolUsageError(error.message, hint: help)
      }
    }
  }

  /// Returns the values of each input in the arguments.
  ///
  /// - Parameters:
  ///   - names: the names of the options of the inputs.
  ///   - operation: the name of the operation, for messages.
  ///   - help: the hint of an error.
  private static func texts(
    of inputs: [OperationInput], called names: [String], _ arguments: CallArguments, _ operation: String,
    _ help: String
  ) throws(ToolUsageError) -> [[String]] {
    var texts: [[String]] = Array(repeating: [], count: inputs.count)
    for (option, value) in arguments.inputs {
      guard let index = names.firstIndex(where: { $0 == "--\(option)" }) ?? position(of: option, in: inputs) else {
        let known = names + CallArguments.options.map(\.name)
        let nearest = NearestName(of: "--" + option, in: known).name.map { "Did you mean `\($0)`? \(help)" }
        throw ToolUsageError("\(operation) has no option `--\(option.escapingControls())`.", hint: nearest ?? help)
      }
      guard let text = value ?? (inputs[index].isBoolean ? "true" : nil) else {
        throw ToolUsageError("`--\(option)` needs a value: --\(option) \(inputs[index].type)", hint: help)
      }
      texts[index].append(text)
    }
    return texts
  }

  /// Returns the index of an input that is named with its location, such as `query.limit`.
  private static func position(of option: String, in inputs: [OperationInput]) -> Int? {
    inputs.firstIndex { "\($0.parameter?.location.rawValue ?? "body").\($0.name)" == option }
  }

  private static func body(
    _ text: String, _ arguments: CallArguments, _ operation: OpenAPIOperation, _ files: inout CallFiles
  ) throws -> OperationBody {
    let preferred = operation.requestBody?.preferredContent
    if let preferred, preferred.mediaType == nil, !arguments.has("--type") {
      throw ToolUsageError(
        "The media type of the body is the range \(preferred.name.escapingControls()): give a type with --type.")
    }
    let type = arguments.value("--type") ?? preferred?.name ?? "application/json"
    guard let path = text.rest(afterBytes: "@") else { return OperationBody(.bytes(Array(text.utf8)), as: type) }
    return OperationBody(.bytes(try files.bytes(of: String(path))), as: type)
  }

  private static func authorize(
    _ arguments: CallArguments, _ request: inout OperationRequest, _ document: OpenAPIDocument
  ) throws(ToolUsageError) {
    let credentials = try ToolCredentials(arguments.value)
    guard !credentials.isEmpty else { return }
    request.authorize(credentials.available(in: document), in: document)
    guard request.credentials.isEmpty else { return }
    let names = request.operation.security.flatMap { document.sentSchemes(of: $0) }
    throw ToolUsageError(
      names.isEmpty
        ? "The operation requires no credentials; send other credentials with --header."
        : "The credentials do not match; the operation requires \(names.joined(separator: " or ")).")
  }
}
