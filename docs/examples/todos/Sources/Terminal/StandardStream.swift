#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Where a program's text goes. Every line leaves at once, so that a script can wait for it.
public enum StandardStream: Int32, Sendable {
  /// Results.
  case output = 1
  /// What went wrong.
  case error = 2

  /// Writes a text and ends its line.
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
