/// The format of values without a native JSON type. Both ends of a contract must use the same options.
public struct JSONOptions: Sendable {
  /// The encoding of a contract's nil members. Decoding accepts both.
  public enum NilStrategy: Sendable, Hashable {
    /// The member is omitted.
    case omitted
    /// The member is `null`.
    case null
  }

  /// The format of dates.
  public var dates: DateStrategy

  /// The mapping of coding keys to member names, also in nested values. Dictionary keys are not mapped.
  public var keys: KeyMapping

  /// The encoding of a contract's own nil members. In other types, `encode(to:)` decides.
  public var nils: NilStrategy

  /// Creates options. Defaults: RFC 3339 dates, unmapped keys, and nil members omitted.
  public init(dates: DateStrategy = .rfc3339, keys: KeyMapping = .useDefaultKeys, nils: NilStrategy = .omitted) {
    self.dates = dates
    self.keys = keys
    self.nils = nils
  }
}
