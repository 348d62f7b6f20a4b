#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An output stream of a program. Every line is written immediately, so that a script can wait for it.
public enum StandardStream: Int32, Sendable {
  /// Results.
  case output = 1
  /// Errors.
  case error = 2

  /// Writes a line.
  public func print(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(rawValue, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return }
      start += max(count, 0)
    }
  }
}
