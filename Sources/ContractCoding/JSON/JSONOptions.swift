/// How values that JSON has no kind for travel; both ends of a contract use the same options.
public struct JSONOptions: Sendable {
  /// What a contract writes for a member that is nil. Reading takes both.
  public enum NilStrategy: Sendable, Hashable {
    /// No member.
    case omitted
    /// A member with the value `null`.
    case null
  }

  /// The spelling of every `Date`.
  public var dates: DateStrategy

  /// The names of members that stand for coding keys, in nested values too; keys of dictionaries stay as they are.
  public var keys: KeyMapping

  /// What a contract writes for its own members that are nil. A type's own `encode(to:)` decides for its members.
  public var nils: NilStrategy

  /// Options with RFC 3339 dates, members named as in Swift, and nil members left out, unless told otherwise.
  public init(dates: DateStrategy = .rfc3339, keys: KeyMapping = .useDefaultKeys, nils: NilStrategy = .omitted) {
    self.dates = dates
    self.keys = keys
    self.nils = nils
  }
}
