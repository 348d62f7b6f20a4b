public import Contract
internal import ContractCoding
internal import FoundationEssentials

// Bodies of fluent calls. The last one counts; endpoints of contracts have their own. `Content-Type` says what the body is
// unless the client has been given that field.

extension APIClient {
  /// Sends a value: JSON, or what ``bodyFormat(_:)`` says. `Data` and `[UInt8]` go as they are.
  @_disfavoredOverload
  public func body<T: Encodable & Sendable>(_ value: T) -> APIClient {
    if let data = value as? Data { return body(bytes: Array(data)) }
    // Asked of the type: an empty array can be cast to an array of anything.
    if T.self == [UInt8].self, let bytes = value as? [UInt8] { return body(bytes: bytes) }
    return settingBody(DraftBody(value, as: nil))
  }

  /// Sends an object: `.body(["name": "Jo", "nick": nil])`. Members that are nil are left out.
  public func body(_ members: ObjectLiteral) -> APIClient { settingBody(DraftBody(members, as: nil)) }

  /// Sends a value in a form of its own: `.body(login, as: .urlForm)`.
  @_disfavoredOverload
  public func body<T: Encodable & Sendable>(_ value: T, as format: BodyFormat) -> APIClient {
    settingBody(DraftBody(value, as: format))
  }

  /// Sends an object in a form of its own.
  public func body(_ members: ObjectLiteral, as format: BodyFormat) -> APIClient {
    settingBody(DraftBody(members, as: format))
  }

  /// Sends the members of a value as `application/x-www-form-urlencoded`.
  @_disfavoredOverload
  public func form<T: Encodable & Sendable>(_ value: T) -> APIClient { body(value, as: .urlForm) }

  /// Sends members as `application/x-www-form-urlencoded`: `.form(["grant_type": "password"])`.
  public func form(_ members: ObjectLiteral) -> APIClient { body(members, as: .urlForm) }

  /// Sends the members of a dictionary, in the order of their names, as `application/x-www-form-urlencoded`.
  @_disfavoredOverload
  public func form<T: Encodable & Sendable>(_ members: [String: T]) -> APIClient { form(ObjectLiteral(members)) }

  /// Sends parts as `multipart/form-data` (RFC 7578).
  public func multipart(_ form: MultipartFormData) -> APIClient { settingBody(DraftBody(form)) }

  /// Sends parts as `multipart/form-data` (RFC 7578).
  public func multipart(_ parts: Part...) -> APIClient { multipart(MultipartFormData(parts: parts)) }

  /// Sends bytes as they are.
  public func body(bytes: [UInt8], type: MediaType? = .octetStream) -> APIClient {
    settingBody(DraftBody(.bytes(bytes), type))
  }

  /// Sends text in UTF-8.
  public func body(text: String, type: MediaType? = MediaType("text/plain; charset=utf-8")) -> APIClient {
    settingBody(DraftBody(.bytes(Array(text.utf8)), type))
  }

  /// Sends a file piece by piece, without holding it in memory. It is opened by the call, and again for each attempt.
  public func body(file path: String, type: MediaType? = .octetStream) -> APIClient {
    changed { $0.draft.body = DraftBody(file: path, type) }
  }

  /// Sends a stream. It is read once, so that a call with it is never repeated, unless it can be replayed.
  public func body(stream: HTTPBodyStream, type: MediaType? = .octetStream) -> APIClient {
    settingBody(DraftBody(.stream(stream), type))
  }

  /// Sends the pieces of a sequence.
  ///
  /// - Parameters:
  ///   - pieces: iterated once. A call with it is never repeated.
  ///   - length: the number of bytes in all; nil sends them chunked.
  public func body<S: AsyncSequence & Sendable>(
    pieces: S, length: Int? = nil, type: MediaType? = .octetStream
  ) -> APIClient where S.Element == [UInt8] {
    let source = PulledSequence(pieces)
    return body(stream: HTTPBodyStream(length: length) { try await source.next() }, type: type)
  }

  /// Sends no body.
  public func removingBody() -> APIClient { changed { $0.draft.body = nil } }

  private func settingBody(_ body: DraftBody) -> APIClient {
    changed { $0.draft.body = body }
  }
}

/// A sequence that is iterated from a closure, by one reader at a time.
private final class PulledSequence<S: AsyncSequence & Sendable>:
  // SAFETY: a body stream has one reader, which waits for each piece before it asks for the next.
  @unchecked Sendable
{
  private var iterator: S.AsyncIterator

  init(_ sequence: S) { iterator = sequence.makeAsyncIterator() }

  func next() async throws -> S.Element? { try await iterator.next() }
}
