internal import Contract
internal import ContractCoding
internal import ContractHTTP

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

  /// Creates a draft of a body that contains the bytes of a file. Each call opens the file.
  init(file path: String, _ mediaType: MediaType?) {
    make = { _ in (.stream(ByteStream(reading: try FileReader(path: path), mediaType: nil)), mediaType) }
  }

  /// Creates the draft of a repeated call, which sends a replayable body again from its beginning.
  init(repeating draft: DraftBody) {
    make = { configuration in
      let (body, mediaType) = try draft.make(configuration)
      return (body.replayed ?? body, mediaType)
    }
  }
}

extension BodyFormat {
  /// Encodes a value in this format and returns the bytes and their media type.
  func content<T: Encodable>(of value: T, _ wire: Wire) throws -> ([UInt8], MediaType) {
    switch form {
    case .json: return (try JSONContent.bytes(of: value, wire.json), mediaType)
    case .urlForm: return (try URLFormEncoder(options: wire.form).encode(value), mediaType)
    case .multipart(let boundary):
      let parts = try Self.parts(of: value, wire)
      let body = try MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: parts))
      return (body.bytes, body.mediaType)
    case .custom(let encoder, _): return (try encoder.encode(content: value), encoder.mediaType)
    }
  }

  /// Returns the members of a value as text parts.
  static func parts<T: Encodable>(of value: T, _ wire: Wire) throws -> [Part] {
    try URLFormEncoder(options: wire.parts).pairs(of: value).map { Part(text: $0.text, name: $0.name) }
  }
}
