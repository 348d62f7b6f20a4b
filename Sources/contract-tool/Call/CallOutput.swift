import ContractClient
import ContractCoding
import ContractHTTP
import ContractOpenAPI

/// A sender of requests that prints their responses.
struct CallOutput: Sendable {
  private static let maxBytes = 64 << 20

  private let arguments: CallArguments
  private let console: ToolConsole

  init(_ arguments: CallArguments, _ console: ToolConsole) {
    self.arguments = arguments
    self.console = console
  }

  /// Sends a request and prints the response.
  func send(_ request: CallRequest) async throws -> ToolStatus {
    var options = TransportOptions(timeout: .seconds(60), maxResponseBytes: Self.maxBytes)
    if let text = arguments.value("--timeout") {
      guard let seconds = Double(text), seconds > 0, seconds < 1_000_000 else {
        throw ToolUsageError("`--timeout` is `\(text.escapingControls())`: expected a number of seconds above 0.")
      }
      options.timeout = .seconds(seconds)
    }
    if request.operation.opensWebSocket {
      do {
        return try await CallChannel(arguments, console, timeout: options.timeout).run(request)
      } catch let error as ClientError {
        guard let refusal = error.response, refusal.status != .switchingProtocols else { throw error }
        return show(refusal, try await refusal.body.collect(upTo: Self.maxBytes))
      }
    }
    let response = try await CurlTransport.shared.send(request.message, options: options)
    return show(response, try await response.body.collect(upTo: Self.maxBytes))
  }

  private func show(_ response: HTTPResponse, _ body: [UInt8]) -> ToolStatus {
    if arguments.has("--json") {
      console.print(Self.object(response, body).description)
    } else {
      print(response, body)
    }
    return response.status.code < 400 ? .fine : .findings
  }

  private func print(_ response: HTTPResponse, _ body: [UInt8]) {
    let isFailure = response.status.code >= 400
    if arguments.has("--include") || isFailure {
      let line = "\(response.status.code) \(response.status.reasonPhrase)"
      let style: ToolConsole.Style = isFailure ? .red : .green
      if arguments.has("--include") {
        console.print(console.styled(line, style))
      } else {
        console.complain(line, style)
      }
    }
    if arguments.has("--include") {
      for field in response.fields { console.print("\(field.name): \(field.value.rawValue.escapingControls())") }
      console.print("")
    }
    if isFailure, let problem = CallProblem(body) {
      for line in problem.lines { console.complain(line) }
    } else if !console.isTerminal {
      console.print(bytes: body)
    } else if let text = String(validating: body, as: UTF8.self) {
      if !body.isEmpty { console.print(Self.shown(text, body, response.fields[.contentType]?.rawValue)) }
    } else {
      console.complain("The body has \(body.count) bytes that are not text; redirect the output to a file.")
    }
  }

  /// Returns a body as text for a terminal: JSON is indented, and control characters are escaped.
  private static func shown(_ text: String, _ body: [UInt8], _ type: String?) -> String {
    if type.flatMap({ MediaType($0) })?.isJSON == true, let value = try? JSONValue(parsing: body) {
      return IndentedValue(value).description
    }
    return text.escapingControls(except: ["\n", "\t"])
  }

  private static func object(_ response: HTTPResponse, _ body: [UInt8]) -> JSONValue {
    var fields = JSONObject()
    for field in response.fields {
      let earlier = fields[field.name.canonicalName]?.string.map { $0 + ", " } ?? ""
      fields[field.name.canonicalName] = .string(earlier + field.value.rawValue)
    }
    let isJSON = response.fields[.contentType].flatMap { MediaType($0.rawValue) }?.isJSON == true
    let status = JSONValue(integerLiteral: Int(response.status.code))
    guard let text = String(validating: body, as: UTF8.self) else {
      let encoded = JSONValue.string(Base64.encoded(body))
      return ["status": status, "headers": .object(fields), "body": encoded, "bodyEncoding": "base64"]
    }
    let value = isJSON ? (try? JSONValue(parsing: body)) ?? .string(text) : body.isEmpty ? .null : .string(text)
    return ["status": status, "headers": .object(fields), "body": value]
  }
}
