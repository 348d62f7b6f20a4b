/// A fault that makes a document unreadable, with its location and remedy.
public struct OpenAPIDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The JSON pointer (RFC 6901) of the fault; empty for the whole document.
  public let pointer: String
  /// The fault and its remedy, without the location.
  public let message: String

  /// Creates an error.
  public init(_ message: String, at pointer: String) {
    self.message = message
    self.pointer = pointer
  }

  /// The location, if there is one, and the message.
  public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}
