/// How far a call's content has come, in bytes as they travel: encoded as the peer sends them.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request's content that are on their way.
  public var sentBytes = 0
  /// How many it has; nil when only its end will tell.
  public var totalBytesToSend: Int?
  /// The bytes of the response's content that have come.
  public var receivedBytes = 0
  /// How many it has; nil before the response's head has come, and when only its end will tell.
  public var totalBytesToReceive: Int?

  /// The part of the request's content that is on its way, from 0 to 1; nil while its length is unknown. 1 without content.
  public var sentFraction: Double? { Self.fraction(sentBytes, totalBytesToSend) }

  /// The part of the response's content that has come, from 0 to 1; nil while its length is unknown. 1 without content.
  public var receivedFraction: Double? { Self.fraction(receivedBytes, totalBytesToReceive) }

  private static func fraction(_ count: Int, _ total: Int?) -> Double? {
    guard let total else { return nil }
    return total == 0 ? 1 : min(1, Double(count) / Double(total))
  }
}

/// Hears of progress: from a task of its own, one call after another, the newest state each time. What comes faster than it
/// is heard is left out; the last state is always heard, before the call returns or, of a response that is pulled, soon
/// after its end. Each redirect that is followed begins anew.
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

  /// A handler that calls `handle`.
  public init(_ handle: @escaping @Sendable (TransferProgress) -> Void) {
    identity = Identity(handle)
  }

  func callAsFunction(_ progress: TransferProgress) {
    identity.handle(progress)
  }
}

extension ProgressHandler: Hashable {
  /// True for copies of one handler.
  public static func == (a: ProgressHandler, b: ProgressHandler) -> Bool { a.identity === b.identity }

  /// Hashes which handler it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}
