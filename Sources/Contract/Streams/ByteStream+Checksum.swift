internal import ContractCoding
internal import ContractHTTP

extension ByteStream {
  /// Returns the stream followed by its checksum, which is computed while the chunks are sent. The stream is sent
  /// without a length, because only a chunked body has trailer fields. The number of bytes must still match the
  /// announced length.
  package func checksummed() -> ByteStream {
    let base = self
    let sent = ChecksummedChunks(length: length)
    var reopen: (@Sendable () -> ByteStream)?
    if base.replayed != nil { reopen = { base.replayed?.checksummed() ?? base } }
    return ByteStream(
      length: nil, mediaType: mediaType, contentDigest: { sent.digest }, reopen: reopen,
      next: { try sent.add(try await base.next()) })
  }

  /// Returns the stream, which ends without an error only if the content has the checksum that precedes or follows it.
  ///
  /// - Parameters:
  ///   - header: the value of a `Content-Digest` before the content; nil without one.
  ///   - failure: returns the error to throw.
  package func verified(
    header: String?, failure: @escaping @Sendable (ChecksumError) -> any Error
  ) -> ByteStream {
    let base = self
    let received = ChecksummedChunks(length: nil)
    return ByteStream(length: length, mediaType: mediaType) {
      if let chunk = try received.add(try await base.next()) { return chunk }
      do throws(ChecksumError) {
        try received.check([header, base.contentDigest?()].compactMap { $0 })
      } catch {
        throw failure(error)
      }
      return nil
    }
  }
}

/// The hash of the chunks of a stream. A reader may read again at the end, with the same result.
private final class ChecksummedChunks: Sendable {
  private struct State {
    var hash = SHA256()
    var count = 0
    var digest: [UInt8]?
  }

  private let length: Int?
  private let state = Lock(State())

  /// - Parameter length: the announced number of bytes; nil if none was announced.
  init(length: Int?) { self.length = length }

  /// Adds a chunk, or the end, and returns it.
  ///
  /// - Throws: an error if there are more or fewer bytes than announced.
  func add(_ chunk: [UInt8]?) throws -> [UInt8]? {
    let length = length
    let fits = state.withLock { state in
      guard let chunk else {
        if state.digest == nil { state.digest = state.hash.digest() }
        return length.map { state.count == $0 } ?? true
      }
      state.count += chunk.count
      state.hash.update(chunk)
      return length.map { state.count <= $0 } ?? true
    }
    if !fits { throw UnfitLength() }
    return chunk
  }

  /// The checksum to send; nil before the end.
  var digest: String? { state.withLock { $0.digest }.map(ContentDigest.text) }

  /// Compares the hash with those of the received fields. At least one field must have a hash.
  func check(_ fields: [String]) throws(ChecksumError) {
    let digest = state.withLock { $0.digest }
    var isChecked = false
    for field in fields {
      guard let hash = try ContentDigest.hash(in: field) else { continue }
      guard hash == digest else { throw ChecksumError(.mismatch) }
      isChecked = true
    }
    guard isChecked else { throw ChecksumError(.missing) }
  }
}

private struct UnfitLength: Error, CustomStringConvertible {
  let description = "the stream has more or fewer bytes than its announced length"
}
