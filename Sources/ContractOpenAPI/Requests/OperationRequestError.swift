/// A fault that prevents building a request, with the remedy and, if there is one, the location in the document.
public struct OperationRequestError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The JSON pointer (RFC 6901) of the fault in the document; empty if the fault is not in the document.
  public let pointer: String
  /// The fault and its remedy.
  public let message: String

  /// Creates an error.
  public init(_ message: String, at pointer: String) {
    self.message = message
    self.pointer = pointer
  }

  /// The message.
  public var description: String { message }
}
