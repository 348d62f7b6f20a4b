extension Duration {
  /// Whole milliseconds for libcurl; at least 1, because 0 means no limit.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Whole seconds for libcurl, rounded up; at least 1.
  var curlSeconds: Int {
    max(1, (curlMilliseconds + 999) / 1000)
  }
}
