internal import Contract

/// A writer that appends the body of one request to an upload.
final class UploadWriter: Sendable {
  private struct State {
    var left: Int
    var checksum: UploadChecksum?
  }

  private let session: UploadSession
  private let turn: UploadSession.Turn
  private let maxBytes: Int
  /// Returns the expiration of an upload that is used now.
  private let expiration: @Sendable () -> Int
  private let state: Lock<State>

  init(
    _ append: UploadRules.Append, _ turn: UploadSession.Turn, of session: UploadSession,
    expiration: @escaping @Sendable () -> Int
  ) {
    self.session = session
    self.turn = turn
    maxBytes = append.maxBytes
    self.expiration = expiration
    state = Lock(State(left: append.maxBytes, checksum: append.checksum))
  }

  /// Adds all bytes of a body as they arrive, and returns the state of the upload afterwards.
  ///
  /// Bytes without a checksum are kept if the body breaks off. Those with one are removed.
  ///
  /// - Throws: a refusal, an error of the body or of the file.
  func write(_ body: ByteStream) async throws -> UploadSession.Position {
    do {
      while let chunk = try await body.next() {
        try await FileWork.chunk { try self.add(chunk) }
      }
    } catch {
      _ = try? await FileWork.chunk { try self.end(isComplete: false) }
      throw error
    }
    return try await FileWork.chunk { try self.end(isComplete: true) }
  }

  private func add(_ chunk: [UInt8]) throws {
    let fits = state.withLock { state in
      guard chunk.count <= state.left else { return false }
      state.left -= chunk.count
      state.checksum?.update(chunk)
      return true
    }
    guard fits else { throw UploadRules.tooLong(maxBytes) }
    try session.append(chunk, turn)
  }

  private func end(isComplete: Bool) throws -> UploadSession.Position {
    let isCorrect = state.withLock { $0.checksum.map { isComplete && $0.isCorrect } ?? true }
    let position = try session.end(turn, keepsBytes: isCorrect, expires: expiration())
    if isComplete && !isCorrect { throw UploadRules.Refusal.wrongChecksum }
    return position
  }
}
