/// The body of an error response (RFC 9457, `application/problem+json`).
///
/// Every error response that this package creates has such a body:
///
/// ```json
/// {"title":"Bad Request","status":400,
///  "detail":"expected query value `limit`","message":"expected query value `limit`",
///  "errors":[{"in":"query","name":"limit","code":"missing","expected":"Int"}]}
/// ```
public struct Problem: Sendable {
  /// The status of the response.
  public var status: HTTPStatus
  /// The status in words. Default: its reason phrase.
  public var title: String
  /// One sentence about this occurrence, sent as `detail` and as `message`.
  public var detail: String?
  /// The code of a declared failure.
  public var code: FailureCode?
  /// The faults in the inputs.
  public var errors: [InputFailure]
  /// The id of the request in the server's log.
  public var requestID: String?
  /// Further headers of the response, such as `Allow`.
  public var fields: HTTPFields

  private var codeLocation = CodeLocation("code")
  private var options = JSONOptions()
  private var encodeMembers: (@Sendable (inout FailureEncoder) throws -> Void)?

  /// Creates a problem. The title is the reason phrase of the status.
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

  /// Creates the body of a declared failure. The code is the member named by the type's `codeMember`; the associated
  /// values are members of the same object.
  ///
  /// - Parameter options: the options for encoding the members; a server passes the options of the operation's wire.
  public init(_ failure: any APIFailure, options: JSONOptions = JSONOptions()) {
    self.init(failure.declaredCase.status)
    self.code = failure.declaredCase.code
    self.codeLocation = CodeLocation(type(of: failure).codeMember)
    self.options = options
    self.encodeMembers = { try failure.encodeMembers(into: &$0) }
  }

  /// Returns the response with the status, the headers and the JSON body.
  ///
  /// - Throws: An error of `JSONWriter` when JSON cannot represent an associated value, such as NaN.
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
      try codeLocation.write(code, into: &writer, members: writeMembers)
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
      writer.member("in", error.location.rawValue)
      writer.member(error.location == .body ? "pointer" : "name", error.name)
      writer.member("code", error.code.rawValue)
      if let expected = error.expected { writer.member("expected", expected) }
      writer.member("message", error.message)
      writer.endObject()
    }
    writer.endArray()
  }
}
