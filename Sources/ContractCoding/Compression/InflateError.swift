/// The reason why compressed data could not be decompressed.
public enum InflateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The data is not in the format, or has a wrong checksum.
  case corrupt
  /// The input ended within the compressed data.
  case truncated
  /// Bytes follow the compressed data.
  case trailingBytes
  /// The output exceeds the limit.
  case outputTooLarge(limit: Int)

  /// A description of the error.
  public var description: String {
    switch self {
    case .corrupt: "The compressed data is corrupt."
    case .truncated: "The compressed data is truncated."
    case .trailingBytes: "Extra bytes follow the compressed data."
    case .outputTooLarge(let limit): "The decompressed data exceeds the limit of \(limit) bytes."
    }
  }
}
