/// A string that must not be logged or guessed, such as an API key known to a server.
///
/// ```swift
/// let key = Secret(ProcessInfo.processInfo.environment["API_KEY"] ?? "")
/// router.authenticating(.apiKey(header: "X-API-Key")) { $0.matches(key) ? Authenticated("operator") : nil }
/// ```
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  /// Creates a secret. An empty secret matches nothing, so that a missing setting admits no client.
  public init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// Returns true if `text` is the secret. The time depends only on the length of `text`.
  @inline(never)
  public func matches(_ text: String) -> Bool {
    var difference = bytes.isEmpty ? 1 : 0
    var index = 0
    for byte in text.utf8 {
      // A string longer than the secret is compared with the repeated secret, so that the time does not reveal the
      // secret's length.
      let own = bytes.isEmpty ? 0 : bytes[index % bytes.count]
      difference |= Int(byte ^ own)
      index += 1
    }
    return (difference | (index ^ bytes.count)) == 0
  }

  /// Always `<redacted>`.
  public var description: String { "<redacted>" }

  /// Always `<redacted>`.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
