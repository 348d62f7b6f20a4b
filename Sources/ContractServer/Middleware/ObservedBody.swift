internal import Contract
internal import Synchronization

extension HTTPBody {
  /// The same content, which tells once how many bytes of it were asked for, and whether that was all.
  func observed(_ onEnd: @escaping @Sendable (_ bytes: Int, _ isComplete: Bool) -> Void) -> HTTPBody {
    switch self {
    case .empty:
      onEnd(0, true)
      return self
    case .bytes(let bytes):
      onEnd(bytes.count, true)
      return self
    case .stream(let stream):
      let watch = StreamWatch(onEnd)
      return .stream(HTTPBodyStream(length: stream.length) { try await watch.next(of: stream) })
    }
  }
}

/// Counts what is pulled from a stream. One that is dropped before its end has ended as well.
private final class StreamWatch: Sendable {
  private let onEnd: @Sendable (Int, Bool) -> Void
  private let bytes = Atomic(0)
  private let hasEnded = Atomic(false)

  init(_ onEnd: @escaping @Sendable (Int, Bool) -> Void) {
    self.onEnd = onEnd
  }

  deinit { end(isComplete: false) }

  func next(of stream: HTTPBodyStream) async throws -> [UInt8]? {
    let piece: [UInt8]?
    do {
      piece = try await stream.next()
    } catch {
      end(isComplete: false)
      throw error
    }
    if let piece { bytes.wrappingAdd(piece.count, ordering: .relaxed) } else { end(isComplete: true) }
    return piece
  }

  private func end(isComplete: Bool) {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    onEnd(bytes.load(ordering: .relaxed), isComplete)
  }
}
