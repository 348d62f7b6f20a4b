internal import ContractHTTP

/// A failed system call with its errno and subject.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errno of the call.
  public let code: Int32

  /// The name of the call, as in its manual page.
  public let call: String

  /// The subject of the call, such as an address or a path; nil if there is none.
  public let subject: String?

  package init(_ code: Int32, _ call: StaticString, on subject: String? = nil) {
    self.code = code
    self.call = call.description
    self.subject = subject
  }

  /// A message such as `bind 127.0.0.1:80: Permission denied (errno 13)`.
  public var description: String {
    let subjectText = subject.map { "\(call) \($0)" } ?? call
    return "\(subjectText): \(String(errno: code)) (errno \(code))"
  }
}
