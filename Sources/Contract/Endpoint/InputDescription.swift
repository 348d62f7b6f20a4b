/// An input of an operation.
public struct InputDescription: Hashable, Sendable {
  /// The location of the input in the request.
  public let location: ParameterLocation
  /// The name at that location.
  public let name: String
  /// The Swift type as spelled in the contract.
  public let type: String
  /// False if the input may be absent.
  public let isRequired: Bool
  /// True for a wire name that the contract sets explicitly. Key mappings do not change it.
  public let isExact: Bool
  /// True for a dictionary whose entries are separate inputs; its own name is not on the wire.
  public let isDictionary: Bool
  /// The rules for values in addition to the type.
  public internal(set) var validation: [ValidationKeyword]

  /// Creates a description of an input.
  public init(
    _ location: ParameterLocation, _ name: String, type: String, isRequired: Bool, isExact: Bool = false,
    isDictionary: Bool = false, validation: [ValidationKeyword] = []
  ) {
    self.location = location
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.isExact = isExact
    self.isDictionary = isDictionary
    self.validation = validation
  }

  /// True for an ``IfMatch`` or ``IfNoneMatch``.
  var isEntityTagCondition: Bool {
    guard location == .header, name == "If-Match" || name == "If-None-Match" else { return false }
    return ["IfMatch", "IfMatch?", "IfNoneMatch", "IfNoneMatch?", "IfMatch>", "IfNoneMatch>"]
      .contains { type.ends(withBytes: $0) }
  }

  /// Returns the input with its wire name.
  func named(by mapping: KeyMapping) -> InputDescription {
    guard !mapping.isIdentity, !isExact, !isDictionary, location == .query || location == .body else { return self }
    return InputDescription(location, mapping.encoded(name), type: type, isRequired: isRequired, validation: validation)
  }
}
