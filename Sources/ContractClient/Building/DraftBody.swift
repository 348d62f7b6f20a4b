internal import Contract
internal import ContractCoding

/// The body of a request before encoding, with its media type.
struct DraftBody: Sendable {
  /// The function that encodes the body and returns its default media type.
  let make: @Sendable (ClientConfiguration) throws -> (body: HTTPBody, mediaType: MediaType?)

  /// Creates a draft of an encoded body.
  init(_ body: HTTPBody, _ mediaType: MediaType?) {
    make = { _ in (body, mediaType) }
  }

  /// Creates a draft of a value, in the given format or the client's.
  init<T: Encodable & Sendable>(_ value: T, as format: BodyFormat?) {
    make = { configuration in
      let (bytes, mediaType) = try (format ?? configuration.bodyFormat).content(of: value, configuration.wire)
      return (.bytes(bytes), mediaType)
    }
  }

  /// Creates a draft of a multipart form.
  init(_ form: MultipartFormData) {
    make = { _ in
      let content = try MultipartEncoder().content(of: form)
      return (content.body, content.mediaType)
    }
  }
}

extension BodyFormat {
  /// Encodes a value in this format and returns the bytes and their media type.
  func content<T: Encodable>(of value: T, _ wire: Wire) throws -> ([UInt8], MediaType) {
    switch form {
    case .json: return (try JSONContent.bytes(of: value, wire.json), .json)
    case .urlForm: return (try URLFormEncoder(options: wire.form).encode(value), .urlForm)
    case .multipart(let boundary):
      let parts = try Self.parts(of: value, wire)
      let body = try MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: parts))
      return (body.bytes, body.mediaType)
    case .custom(let encoder, _): return (try encoder.encode(content: value), encoder.mediaType)
    }
  }

  /// Returns the members of a value as text parts.
  static func parts<T: Encodable>(of value: T, _ wire: Wire) throws -> [Part] {
    // Separated arrays need percent-encoding to be unambiguous, and multipart values have none.
    var options = wire.form
    if case .separated = options.arrays { options.arrays = .repeated }
    return try URLFormEncoder(options: options).pairs(of: value).map { Part(text: $0.text, name: $0.name) }
  }
}

/// JSON coding of generic types, with their compiled writer or reader if they have one.
enum JSONContent {
  static func bytes<T: Encodable>(of value: T, _ options: JSONOptions) throws -> [UInt8] {
    if let schema = value as? any Schema { return try compiled(schema, options) }
    return try JSONWriter.bytes(of: value, options: options)
  }

  private static func compiled<T: Schema>(_ value: T, _ options: JSONOptions) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, options: options)
  }

  /// Decodes a value, or throws all decoding failures.
  static func value<T: Decodable>(_ type: T.Type, in bytes: [UInt8], _ options: JSONOptions) throws(Unreadable) -> T {
    let reader = JSONReader(options: options)
    do {
      if let schema = T.self as? any Schema.Type {
        var failures: [CodingFailure] = []
        if let value = try compiled(schema, bytes, reader, &failures) as? T { return value }
        throw Unreadable(failures: failures, cause: nil)
      }
      let document = try JSONDocument(bytes)
      do {
        return try reader.decode(T.self, at: document.root)
      } catch {
        throw Unreadable(failures: reader.failures(decoding: T.self, at: document.root), cause: error)
      }
    } catch let error as Unreadable {
      throw error
    } catch {
      throw Unreadable(failures: [], cause: error)
    }
  }

  private static func compiled<T: Schema>(
    _ type: T.Type, _ bytes: [UInt8], _ reader: JSONReader, _ failures: inout [CodingFailure]
  ) throws -> (any Schema)? {
    try reader.decode(T.self, from: bytes, failures: &failures)
  }

  /// The failures of decoding a value.
  struct Unreadable: Error {
    let failures: [CodingFailure]
    let cause: (any Error)?
  }
}
