/// A part of a response that the operation does not declare.
public struct ResponseFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a fault.
  public enum Fault: String, Sendable, CaseIterable {
    /// The status is not declared.
    case undeclaredStatus
    /// The media type of the body is absent or not declared.
    case wrongMediaType
    /// A required header is absent.
    case missingHeader
    /// A header breaks its schema.
    case invalidHeader
    /// The body cannot be parsed, breaks its schema, or is absent.
    case invalidBody
  }

  /// The kind of the fault.
  public let fault: Fault
  /// The location in the response: the name of a header, or a JSON pointer in the body; empty for the whole response.
  public let place: String
  /// The fault, as a sentence.
  public let description: String
  /// The JSON pointer of the broken declaration in the document.
  public let pointer: String
}
