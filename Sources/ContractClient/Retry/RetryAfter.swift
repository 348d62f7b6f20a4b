internal import Contract
internal import ContractCoding
internal import ContractLoop

/// What `Retry-After` asks for (RFC 9110 §10.2.3): a number of seconds, or a date.
enum RetryAfter {
  /// The time to wait; nil for a text that is neither. A date that has passed is no time.
  ///
  /// - Parameter wall: the present time in seconds since 1970.
  static func delay(_ text: String, wall: Double) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than fit are more time than anybody waits.
      return .seconds(min(Int(text) ?? maxSeconds, maxSeconds))
    }
    guard wall.magnitude < 1e15,
      let date = IMFFixdate.secondsSince1970(from: text.utf8, now: Int(wall))
    else { return nil }
    return max(.zero, .seconds(Double(date) - wall))
  }

  /// The time that a response asks for; nil when it asks for none.
  static func delay(of response: HTTPResponse, wall: Double) -> Duration? {
    response.fields["Retry-After"].flatMap { delay($0.rawValue, wall: wall) }
  }

  private static let maxSeconds = 1_000_000_000
}
