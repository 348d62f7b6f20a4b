/// Why compressed bytes could not be restored.
public enum InflateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not of the format, or a checksum does not hold.
  case corrupt
  /// The input ended inside the compressed data.
  case truncated
  /// Something follows the compressed data.
  case trailingBytes
  /// The restored data is longer than allowed.
  case outputTooLarge(limit: Int)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .corrupt: "The compressed data is corrupt."
    case .truncated: "The compressed data ends too early."
    case .trailingBytes: "Bytes follow the compressed data."
    case .outputTooLarge(let limit): "The restored data is longer than \(limit) bytes."
    }
  }
}
