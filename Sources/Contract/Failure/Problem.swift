/// The body of an error answer (RFC 9457, `application/problem+json`).
///
/// Every error that the toolkit itself answers is one of these:
///
/// ```json
/// {"title":"Bad Request","status":400,"detail":"expected query value `limit`","message":"expected query value `limit`",
///  "errors":[{"in":"query","name":"limit","code":"missing","expected":"Int"}]}
/// ```
public struct Problem: Sendable {
  /// The status of the answer.
  public var status: HTTPStatus
  /// The status in words; its reason phrase unless said otherwise.
  public var title: String
  /// What went wrong this time, in one sentence; travels as `detail` and as `message`.
  public var detail: String?
  /// The code of a declared failure's case.
  public var code: FailureCode?
  /// What is wrong with the inputs.
  public var errors: [InputFailure]
  /// Names the request in the server's log.
  public var requestID: String?
  /// Fields to send with the answer, such as `Allow`.
  public var fields: HTTPFields

  private var codePlace = CodePlace("code")
  private var options = JSONOptions()
  private var encodeMembers: (@Sendable (inout FailureEncoder) throws -> Void)?

  /// A problem with these parts.
  public init(
    _ status: HTTPStatus, detail: String? = nil, errors: [InputFailure] = [], requestID: String? = nil,
    fields: HTTPFields = HTTPFields()
  ) {
    self.status = status
    self.title = status.reasonPhrase
    self.detail = detail
    self.errors = errors
    self.requestID = requestID
    self.fields = fields
  }

  /// The body of a declared failure: its code stands in the member `code`, or where its type says, and its associated
  /// values are members beside the code.
  ///
  /// - Parameter options: how the members are spelled; a server takes those of the operation's wire.
  public init(_ failure: any APIFailure, options: JSONOptions = JSONOptions()) {
    self.init(failure.declaredCase.status)
    self.code = failure.declaredCase.code
    self.codePlace = CodePlace(type(of: failure).codeMember)
    self.options = options
    self.encodeMembers = { try failure.encodeMembers(into: &$0) }
  }

  /// The answer: status, fields and the JSON body.
  ///
  /// - Throws: an error of `JSONWriter` when an associated value cannot be JSON, such as NaN.
  public func response() throws -> HTTPResponse {
    var fields = fields
    fields[.contentType] = "application/problem+json"
    var writer = JSONWriter(options: options)
    writer.beginObject()
    writer.member("title", title)
    writer.key("status")
    writer.write(status.code)
    if let detail {
      writer.member("detail", detail)
      writer.member("message", detail)
    }
    if let code {
      try codePlace.write(code, into: &writer, members: writeMembers)
    } else {
      try writeMembers(into: &writer)
    }
    if !errors.isEmpty { write(errors, into: &writer) }
    if let requestID { writer.member("requestID", requestID) }
    writer.endObject()
    return HTTPResponse(status, fields: fields, body: .bytes(writer.bytes))
  }

  private func writeMembers(into writer: inout JSONWriter) throws {
    guard let encodeMembers else { return }
    var encoder = FailureEncoder(writer: writer)
    try encodeMembers(&encoder)
    writer = encoder.writer
  }

  private func write(_ errors: [InputFailure], into writer: inout JSONWriter) {
    writer.key("errors")
    writer.beginArray()
    for error in errors {
      writer.beginObject()
      writer.member("in", error.place.rawValue)
      writer.member(error.place == .body ? "pointer" : "name", error.name)
      writer.member("code", error.code.rawValue)
      if let expected = error.expected { writer.member("expected", expected) }
      writer.member("message", error.message)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension JSONWriter {
  /// A member whose value is text.
  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    write(text)
  }
}

extension RequestDecoder {
  /// The answer to a request whose inputs are at fault: 400 with all failures.
  public func refusal() -> HTTPResponse {
    RefusedInputs(failures: failures).response
  }
}

/// Inputs are at fault.
struct RefusedInputs: Error {
  /// How, as the decoder has recorded it.
  let failures: [InputFailure]

  /// The answer: 400 with all failures.
  var response: HTTPResponse {
    let problem = Problem(.badRequest, detail: failures.first?.message, errors: failures)
    return (try? problem.response()) ?? HTTPResponse(.badRequest)
  }
}
