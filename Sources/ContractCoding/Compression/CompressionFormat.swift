/// The content codings that zlib supports (RFC 9110 §8.4.1).
public enum CompressionFormat: Sendable, Hashable {
  /// `gzip`: one or more consecutive members (RFC 1952).
  case gzip
  /// `deflate`: the zlib format (RFC 1950). Raw deflate data (RFC 1951), which some servers send, is accepted as input.
  case deflate
}
