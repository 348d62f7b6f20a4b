/// An error for a value that a client cannot send at its location in the request. Thrown before anything is sent.
public struct InvalidInput: Error, Hashable, CustomStringConvertible {
  /// The location of the value in the request.
  public let location: ParameterLocation
  /// The value's name.
  public let name: String
  /// The fault and its remedy.
  public let reason: String

  /// Creates an error for the value with this name.
  public init(_ location: ParameterLocation, _ name: String, reason: String) {
    self.location = location
    self.name = name
    self.reason = reason
  }

  /// The value's location and name, followed by the reason.
  public var description: String {
    name.isEmpty ? "the \(location) \(reason)" : "the \(location) value `\(name)` \(reason)"
  }
}
