/// A value that a ``JSONSchema`` shows or allows: an example, a default, one of several choices.
public struct JSONSample: Sendable, ExpressibleByStringLiteral {
  private enum Content: Sendable {
    case text(String)
    case made(@Sendable (inout JSONWriter) throws -> Void)
  }

  private let content: Content

  /// A value that is spelled as JSON: `#""open""#`, `20`.
  public init(json text: String) {
    self.content = .text(text)
  }

  /// A value that is spelled as JSON.
  public init(stringLiteral text: String) {
    self.init(json: text)
  }

  /// A value that is made when a document is written, and spelled as the document's options say. One that cannot be
  /// written is left out.
  public init<T: Encodable & SendableMetatype>(_ make: @escaping @Sendable () -> T) {
    self.content = .made { writer in try writer.encode(make()) }
  }

  /// The value as JSON text; nil when it cannot be written.
  public func text(_ options: JSONOptions = JSONOptions()) -> String? {
    switch content {
    case .text(let text): return text
    case .made(let write):
      var writer = JSONWriter(options: options)
      guard (try? write(&writer)) != nil else { return nil }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}
