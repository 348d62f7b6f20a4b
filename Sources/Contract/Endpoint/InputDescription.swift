/// The location of an input in a request.
public enum InputPlace: String, Hashable, Sendable {
  /// A segment of the path.
  case path
  /// A query value.
  case query
  /// A header.
  case header
  /// The body, or a member of it.
  case body
}

/// The location of a single value outside the body.
public enum ValuePlace: Hashable, Sendable {
  /// A segment of the path.
  case path
  /// A query value.
  case query
  /// A header.
  case header

  /// The location as an ``InputPlace``.
  public var inputPlace: InputPlace {
    switch self {
    case .path: .path
    case .query: .query
    case .header: .header
    }
  }
}

/// An input of an operation.
public struct InputDescription: Hashable, Sendable {
  /// The location of the input in the request.
  public let place: InputPlace
  /// The name at that location.
  public let name: String
  /// The Swift type as spelled in the contract.
  public let type: String
  /// False if the input may be absent.
  public let isRequired: Bool
  /// True if the contract sets the wire name explicitly, so that no key mapping applies.
  public let isExact: Bool
  /// True for a dictionary whose entries are separate inputs; its own name is not on the wire.
  public let isDictionary: Bool
  /// The rules for values in addition to the type.
  public internal(set) var validation: [ValidationKeyword]

  /// Creates a description of an input.
  public init(
    _ place: InputPlace, _ name: String, type: String, isRequired: Bool, isExact: Bool = false,
    isDictionary: Bool = false, validation: [ValidationKeyword] = []
  ) {
    self.place = place
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.isExact = isExact
    self.isDictionary = isDictionary
    self.validation = validation
  }

  /// Returns the input with its wire name.
  func named(by mapping: KeyMapping) -> InputDescription {
    guard !mapping.isIdentity, !isExact, !isDictionary, place == .query || place == .body else { return self }
    return InputDescription(place, mapping.encoded(name), type: type, isRequired: isRequired, validation: validation)
  }
}
