package import ContractHTTP

/// The parts that all requests of an operation share: the fixed text of their targets, and the headers of requests
/// whose inputs add none.
package struct RequestPattern: Sendable {
  /// A part of a target.
  enum Part: Sendable, Equatable {
    /// Encoded text.
    case text(String)
    /// The value of the placeholder with this name.
    case value(String)
  }

  let parts: [Part]
  /// The fixed query of the path template, encoded.
  let query: [UInt8]
  /// The headers of every request; inputs override them.
  let constantFields: HTTPFields
  /// The headers of a request without a body.
  package let fields: HTTPFields
  /// The headers of a request with a body of the operation's media type.
  package let fieldsWithContent: HTTPFields

  init(path: PathTemplate, constantFields: HTTPFields, requestContent: MediaType?, responseContent: MediaType?) {
    var parts: [Part] = []
    var text = ""
    for (index, segment) in path.segments.enumerated() {
      text += "/"
      switch segment {
      case .literal(let literal): path.appendLiteral(literal, at: index, to: &text)
      case .placeholder(let name), .rest(let name):
        parts += [.text(text), .value(name)]
        text = ""
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts.isEmpty ? [.text("/")] : parts
    self.query = path.writtenQuery
    self.constantFields = constantFields
    self.fields = Self.complete(HTTPFields(), nil, constantFields, responseContent)
    self.fieldsWithContent = Self.complete(HTTPFields(), requestContent, constantFields, responseContent)
  }

  /// Returns the complete headers of a request whose inputs add `fields`.
  static func complete(
    _ fields: HTTPFields, _ requestContent: MediaType?, _ constantFields: HTTPFields, _ responseContent: MediaType?
  ) -> HTTPFields {
    var complete = fields
    // Headers set by inputs take precedence over the contract's constant headers, and both over headers derived from the types.
    for field in constantFields where !fields.contains(field.name) { complete.append(field.name, field.value) }
    if let requestContent, !complete.contains(.contentType) {
      let text = requestContent == .plainText ? "text/plain; charset=utf-8" : requestContent.description
      complete[.contentType] = HTTPFieldValue(unchecked: text)
    }
    if let responseContent, !complete.contains(.accept) {
      complete[.accept] = HTTPFieldValue(unchecked: accept(responseContent))
    }
    return complete
  }

  private static func accept(_ media: MediaType) -> String {
    if media == .octetStream { return "*/*" }
    return media.isJSON ? "application/json" : "\(media.essence), application/problem+json;q=0.5"
  }
}
