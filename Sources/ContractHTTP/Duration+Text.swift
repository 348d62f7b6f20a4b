extension Duration {
  /// The duration for error messages and logs: `300 ms`, `1.5 s`.
  package var text: String {
    let (seconds, attoseconds) = components
    let microseconds = attoseconds / 1_000_000_000_000
    if seconds == 0, microseconds < 1000 { return "\(microseconds) µs" }
    if seconds == 0 { return "\((microseconds + 500) / 1000) ms" }
    let tenths = (microseconds + 50_000) / 100_000
    if tenths == 10 { return "\(seconds + 1) s" }
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }
}
