/// The content codings that zlib knows (RFC 9110, section 8.4.1).
public enum CompressionFormat: Sendable, Hashable {
  /// `gzip`: one or more members one after another (RFC 1952).
  case gzip
  /// `deflate`: the zlib format (RFC 1950). When reading, bare deflate data (RFC 1951) is taken too, because some servers
  /// send that.
  case deflate
}
