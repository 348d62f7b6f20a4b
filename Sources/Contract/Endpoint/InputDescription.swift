/// Where an input of an operation travels.
public enum InputPlace: String, Hashable, Sendable {
  /// A segment of the path.
  case path
  /// A member of the query.
  case query
  /// A field of the head.
  case header
  /// The content, or a member of it.
  case body
}

/// Where a single value travels outside the content.
public enum ValuePlace: Hashable, Sendable {
  /// A segment of the path.
  case path
  /// A member of the query.
  case query
  /// A field of the head.
  case header

  /// The same place among all places.
  public var inputPlace: InputPlace {
    switch self {
    case .path: .path
    case .query: .query
    case .header: .header
    }
  }
}

/// One input of an operation.
public struct InputDescription: Hashable, Sendable {
  /// Where it travels.
  public let place: InputPlace
  /// Its name there.
  public let name: String
  /// Its Swift type as the contract spells it.
  public let type: String
  /// False when it may be absent.
  public let isRequired: Bool
  /// True when the contract gives the name explicitly, so that no key mapping changes it.
  public let isExact: Bool
  /// True for a dictionary whose entries are inputs under names of their own, so that its name is not on the wire.
  public let isDictionary: Bool
  /// What it must satisfy beside its type.
  public internal(set) var validation: [ValidationKeyword]

  /// An input with these parts.
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

  /// The same input with its name on the wire.
  func named(by mapping: KeyMapping) -> InputDescription {
    guard !mapping.isIdentity, !isExact, !isDictionary, place == .query || place == .body else { return self }
    return InputDescription(place, mapping.encoded(name), type: type, isRequired: isRequired, validation: validation)
  }
}
