internal import Contract
public import ContractCoding
public import ContractHTTP

/// A request to an operation of a document, with named values.
///
/// ```swift
/// var request = OperationRequest(operation, in: document)
/// request[.path, "id"] = 7
/// request.body = OperationBody(.value(["title": "Buy milk"]), as: "application/json")
/// let message = try request.httpRequest(to: url)   // PUT /todos/7
/// ```
///
/// Values are serialized by the style of their parameter: `form`, `deepObject`, `pipeDelimited`, `spaceDelimited`,
/// `simple`, `label`, `matrix`, or as JSON if the parameter has a media type. They are not checked. A body with a declared
/// checksum (`x-content-digest`) is sent with the header `Content-Digest` (RFC 9530).
public struct OperationRequest: Sendable {
  struct Name: Sendable, Hashable {
    let location: OpenAPIParameter.Location
    let name: String
  }

  /// The operation.
  public let operation: OpenAPIOperation
  /// The body; nil for none.
  public var body: OperationBody?
  /// Additional headers, which replace other headers of the request with equal names.
  public var fields = HTTPFields()
  /// The credentials with their security schemes.
  public private(set) var credentials: [(credential: RequestCredential, scheme: OpenAPINode)] = []

  private(set) var values: [Name: JSONValue] = [:]
  let spelling: ValueSpelling

  /// Creates a request without values.
  public init(_ operation: OpenAPIOperation, in document: OpenAPIDocument) {
    self.init(operation, ValueSpelling(checker: ValueChecker(document, sent: .request)))
  }

  init(_ operation: OpenAPIOperation, _ spelling: ValueSpelling) {
    self.operation = operation
    self.spelling = spelling
  }

  /// The value of a parameter; nil if absent.
  public subscript(location: OpenAPIParameter.Location, name: String) -> JSONValue? {
    get { values[Name(location: location, name: name)] }
    set { values[Name(location: location, name: name)] = newValue }
  }

  subscript(parameter: OpenAPIParameter) -> JSONValue? {
    get { self[parameter.location, parameter.name] }
    set { self[parameter.location, parameter.name] = newValue }
  }

  /// Sets the credentials for the first requirement that the available credentials satisfy. Client certificates count as
  /// available, because they belong to connections.
  ///
  /// - Parameters:
  ///   - available: credentials by the name of their scheme.
  ///   - document: the document of the operation.
  /// - Returns: false if the operation requires credentials and no requirement can be satisfied.
  @discardableResult
  public mutating func authorize(_ available: [String: RequestCredential], in document: OpenAPIDocument) -> Bool {
    credentials = []
    var isSatisfied = operation.security.isEmpty
    for requirement in operation.security {
      var found: [(credential: RequestCredential, scheme: OpenAPINode)] = []
      let names = document.sentSchemes(of: requirement)
      for name in names {
        guard let credential = available[name],
          let node = document.securitySchemes.first(where: { $0.name == name })?.node
        else { continue }
        found.append((credential, node))
      }
      guard found.count == names.count else { continue }
      isSatisfied = true
      if found.count > credentials.count { credentials = found }
      if !credentials.isEmpty { break }
    }
    return isSatisfied
  }

  /// Replaces each credential.
  mutating func replaceCredentials(_ replace: (RequestCredential) -> RequestCredential) {
    credentials = credentials.map { (replace($0.credential), $0.scheme) }
  }

  /// Removes the credentials.
  mutating func removeCredentials() { credentials = [] }

  /// Returns the request.
  ///
  /// - Throws: ``OperationRequestError`` if a placeholder of the path has no value, or if a value cannot be sent in its
  ///   location, such as `..` in a path or a value with a line break in a header.
  public func httpRequest(to url: ServerURL) throws(OperationRequestError) -> HTTPRequest {
    var request = HTTPRequest(
      operation.method, url.path + (try target()), scheme: url.scheme, authority: url.authority)
    try addFields(to: &request)
    if let body {
      let declared = operation.requestBody?.mediaType(for: body.mediaType)
      let (bytes, mediaType) = try body.encoded(declared, spelling)
      request.body = .bytes(bytes)
      request.fields[.contentType] = HTTPFieldValue(mediaType)
      if operation.requestBody?.hasChecksum == true {
        request.fields[ContentDigest.name] = HTTPFieldValue(ContentDigest.text(of: ContentDigest.hash(of: bytes)))
      }
    }
    for (credential, scheme) in credentials { try credential.apply(to: &request, scheme: scheme) }
    // The request's headers with these names are removed before any is added, because `fields` may contain a name several
    // times.
    for field in fields { request.fields[field.name] = nil }
    for field in fields { request.fields.append(field.name, field.value) }
    return request
  }

  private func target() throws(OperationRequestError) -> String {
    let parameters = operation.parameters
    let path = try OperationPath(operation.path).filled(at: operation.pointer) { name in
      guard let value = self[.path, name], let parameter = operation.parameter(.path, name) else { return nil }
      return ParameterSpelling(parameter: parameter, spelling: spelling).segment(value)
    }
    var query: [String] = []
    for parameter in parameters where parameter.location == .query {
      guard let value = self[parameter] else { continue }
      query += ParameterSpelling(parameter: parameter, spelling: spelling).fields(value)
    }
    let whole = parameters.first { $0.location == .querystring }
    if let whole, let value = self[whole] {
      let text = QueryStringSpelling(whole, spelling).text(value)
      if !text.isEmpty { query.append(text) }
    }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private func addFields(to request: inout HTTPRequest) throws(OperationRequestError) {
    var cookies: [String] = []
    for parameter in operation.parameters {
      guard let value = self[parameter], !value.isNull else { continue }
      let written = ParameterSpelling(parameter: parameter, spelling: spelling)
      switch parameter.location {
      case .path, .query, .querystring: continue
      case .cookie:
        let pairs = written.fields(value) { $0 }
        guard pairs.allSatisfy({ $0.cut(atByte: "=").map { FormField.isCookieValue(String($0.back)) } ?? false }) else {
          throw OperationRequestError(
            "The cookie `\(parameter.name)` cannot carry white space, quotation marks, commas, semicolons, backslashes "
              + "or other characters than ASCII; encode it, for example as base64", at: parameter.node.pointer)
        }
        cookies += pairs
      case .header:
        guard let name = HTTPFieldName(parameter.name), let text = HTTPFieldValue(written.fieldValue(value)) else {
          throw OperationRequestError(
            "The header `\(parameter.name)` cannot carry control characters, or leading or trailing white space",
            at: parameter.node.pointer
          )
        }
        request.fields.append(name, text)
      }
    }
    if !cookies.isEmpty { request.fields[.cookie] = HTTPFieldValue(cookies.joined(separator: "; ")) }
  }
}
