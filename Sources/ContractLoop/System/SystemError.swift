internal import CPosix

/// A system call that failed: which one, with which errno, and what it was about.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errno of the call.
  public let code: Int32

  /// The name of the call, as in its manual page.
  public let call: String

  /// What the call was about, such as an address or a path; nil when the name says enough.
  public let place: String?

  package init(_ code: Int32, _ call: StaticString, on place: String? = nil) {
    self.code = code
    self.call = call.description
    self.place = place
  }

  /// One line such as `bind 127.0.0.1:80: Permission denied (errno 13)`.
  public var description: String {
    let subject = place.map { "\(call) \($0)" } ?? call
    return "\(subject): \(Self.text(of: code)) (errno \(code))"
  }

  private static func text(of code: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 128)
    contract_error_text(code, &bytes, bytes.count)
    // SAFETY: the text ends in NUL within the 128 bytes: strerror_r cuts what is longer.
    return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}
