public import Contract
internal import ContractCoding
internal import FoundationEssentials

// Bodies of fluent calls; endpoints of contracts ignore them. The last modifier wins. `Content-Type` follows from the
// body unless the client sets that header.

extension APIClient {
  /// Sends a value as JSON, or in the format of ``bodyFormat(_:)``. `Data` and `[UInt8]` are sent unchanged.
  @_disfavoredOverload
  public func body<T: Encodable & Sendable>(_ value: T) -> APIClient {
    if let data = value as? Data { return body(bytes: Array(data)) }
    // The types are compared, because an empty array can be cast to an array of any type.
    if T.self == [UInt8].self, let bytes = value as? [UInt8] { return body(bytes: bytes) }
    return settingBody(DraftBody(value, as: nil))
  }

  /// Sends an object: `.body(["name": "Jo", "nick": nil])`. Members that are nil are omitted.
  public func body(_ members: ObjectLiteral) -> APIClient { settingBody(DraftBody(members, as: nil)) }

  /// Sends a value in the given format: `.body(login, as: .urlForm)`.
  @_disfavoredOverload
  public func body<T: Encodable & Sendable>(_ value: T, as format: BodyFormat) -> APIClient {
    settingBody(DraftBody(value, as: format))
  }

  /// Sends an object in the given format.
  public func body(_ members: ObjectLiteral, as format: BodyFormat) -> APIClient {
    settingBody(DraftBody(members, as: format))
  }

  /// Sends the members of a value as `application/x-www-form-urlencoded`.
  @_disfavoredOverload
  public func form<T: Encodable & Sendable>(_ value: T) -> APIClient { body(value, as: .urlForm) }

  /// Sends members as `application/x-www-form-urlencoded`: `.form(["grant_type": "password"])`.
  public func form(_ members: ObjectLiteral) -> APIClient { body(members, as: .urlForm) }

  /// Sends the members of a dictionary as `application/x-www-form-urlencoded`, sorted by name.
  @_disfavoredOverload
  public func form<T: Encodable & Sendable>(_ members: [String: T]) -> APIClient { form(ObjectLiteral(members)) }

  /// Sends parts as `multipart/form-data` (RFC 7578).
  public func multipart(_ form: MultipartFormData) -> APIClient { settingBody(DraftBody(form)) }

  /// Sends parts as `multipart/form-data` (RFC 7578).
  public func multipart(_ parts: Part...) -> APIClient { multipart(MultipartFormData(parts: parts)) }

  /// Sends bytes.
  public func body(bytes: [UInt8], type: MediaType? = .octetStream) -> APIClient {
    settingBody(DraftBody(.bytes(bytes), type))
  }

  /// Sends a string in UTF-8.
  public func body(text: String, type: MediaType? = MediaType("text/plain; charset=utf-8")) -> APIClient {
    settingBody(DraftBody(.bytes(Array(text.utf8)), type))
  }

  /// Sends a file in chunks, without holding it in memory. Each attempt reads the file from its beginning.
  public func body(file path: String, type: MediaType? = .octetStream) -> APIClient {
    settingBody(DraftBody(file: path, type))
  }

  /// Sends a stream. A call with a stream is not retried unless the stream can be replayed.
  public func body(stream: ByteStream, type: MediaType? = .octetStream) -> APIClient {
    settingBody(DraftBody(.stream(stream), type))
  }

  /// Sends the chunks of a sequence.
  ///
  /// - Parameters:
  ///   - pieces: The chunks, iterated once. The call is not retried.
  ///   - length: The total size in bytes; nil uses chunked transfer coding.
  public func body<S: AsyncSequence & Sendable>(
    pieces: S, length: Int? = nil, type: MediaType? = .octetStream
  ) -> APIClient where S.Element == [UInt8] {
    body(stream: ByteStream(pieces, length: length), type: type)
  }

  /// Removes the body.
  public func removingBody() -> APIClient { changed { $0.draft.body = nil } }

  private func settingBody(_ body: DraftBody) -> APIClient {
    changed { $0.draft.body = body }
  }
}
