/// The progress of a call in bytes on the wire, before decoding.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes of the request body sent.
  public var sentBytes = 0
  /// The size of the request body in bytes; nil if unknown.
  public var totalBytesToSend: Int?
  /// The number of bytes of the response body received.
  public var receivedBytes = 0
  /// The size of the response body in bytes; nil if unknown, or before the response head.
  public var totalBytesToReceive: Int?

  /// The fraction of the request body sent, from 0 to 1; nil if its size is unknown, 1 for no body.
  public var sentFraction: Double? { Self.fraction(sentBytes, totalBytesToSend) }

  /// The fraction of the response body received, from 0 to 1; nil if its size is unknown, 1 for no body.
  public var receivedFraction: Double? { Self.fraction(receivedBytes, totalBytesToReceive) }

  private static func fraction(_ count: Int, _ total: Int?) -> Double? {
    guard let total else { return nil }
    return total == 0 ? 1 : min(1, Double(count) / Double(total))
  }
}

/// A handler of progress reports. It is called in a separate task, one report at a time. Intermediate states may be
/// skipped. The last state is always reported, before the call returns or, for a streamed response, soon after the end
/// of the body. Progress starts again after each redirect.
///
/// ```swift
/// var options = TransportOptions()
/// options.progress.append(ProgressHandler { print($0.receivedFraction ?? 0) })
/// ```
public struct ProgressHandler: Sendable {
  private final class Identity: Sendable {
    let handle: @Sendable (TransferProgress) -> Void

    init(_ handle: @escaping @Sendable (TransferProgress) -> Void) {
      self.handle = handle
    }
  }

  private let identity: Identity

  /// Creates a handler that calls `handle`.
  public init(_ handle: @escaping @Sendable (TransferProgress) -> Void) {
    identity = Identity(handle)
  }

  func callAsFunction(_ progress: TransferProgress) {
    identity.handle(progress)
  }
}

extension ProgressHandler: Hashable {
  /// True for copies of the same handler.
  public static func == (a: ProgressHandler, b: ProgressHandler) -> Bool { a.identity === b.identity }

  /// Hashes the identity of the handler.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}
