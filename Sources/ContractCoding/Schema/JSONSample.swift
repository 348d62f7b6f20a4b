/// A JSON value in a ``JSONSchema``: an example, a default or one of several choices.
public struct JSONSample: Sendable, ExpressibleByStringLiteral {
  private enum Content: Sendable {
    case text(String)
    case made(@Sendable (inout JSONWriter) throws -> Void)
  }

  private let content: Content

  /// Creates a value from JSON text: `#""open""#`, `20`.
  public init(json text: String) {
    self.content = .text(text)
  }

  /// Creates a value from JSON text.
  public init(stringLiteral text: String) {
    self.init(json: text)
  }

  /// Creates a value that is encoded with the options of each document; sets and dictionaries are sorted. A value that
  /// cannot be encoded is omitted.
  public init<T: Encodable & SendableMetatype>(_ make: @escaping @Sendable () -> T) {
    self.content = .made { writer in try writer.encode(make()) }
  }

  /// Creates a value of a type that is only encodable for some generic arguments, such as a page of any type. It is encoded
  /// as by the other initializer; a value that is not encodable is omitted.
  @_disfavoredOverload
  public init<T>(_ make: @escaping @Sendable () -> T) {
    self.content = .made { writer in
      let value = make()
      guard let encodable = value as? any Encodable else {
        let text = "\(T.self) is not encodable"
        throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: text))
      }
      try writer.encode(encodable)
    }
  }

  /// Returns the value as JSON text; nil when it cannot be encoded.
  public func text(_ options: JSONOptions = JSONOptions()) -> String? {
    switch content {
    case .text(let text): return text
    case .made(let write):
      var writer = JSONWriter(options: options)
      writer.hasStableOrder = true
      guard (try? write(&writer)) != nil else { return nil }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}
