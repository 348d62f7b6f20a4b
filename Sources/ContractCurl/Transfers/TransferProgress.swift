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
