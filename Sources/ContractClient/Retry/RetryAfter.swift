internal import Contract
internal import ContractCoding
internal import ContractLoop

/// The delay in a `Retry-After` header: seconds or a date (RFC 9110 §10.2.3).
enum RetryAfter {
  /// Returns the delay; nil if the value is invalid. A date in the past is a delay of zero.
  ///
  /// - Parameter wall: The current time in seconds since 1970.
  static func delay(_ text: String, wall: Double) -> Duration? {
    if !text.isEmpty, text.hasOnlyDigits {
      // Values too large for an integer are replaced by the maximum.
      return .seconds(min(Int(text) ?? maxSeconds, maxSeconds))
    }
    guard wall.magnitude < 1e15,
      let date = IMFFixdate.secondsSince1970(from: text.utf8, now: Int(wall))
    else { return nil }
    return max(.zero, .seconds(Double(date) - wall))
  }

  /// Returns the delay that a response requests; nil if it requests none.
  static func delay(of response: HTTPResponse, wall: Double) -> Duration? {
    response.fields["Retry-After"].flatMap { delay($0.rawValue, wall: wall) }
  }

  private static let maxSeconds = 1_000_000_000
}
