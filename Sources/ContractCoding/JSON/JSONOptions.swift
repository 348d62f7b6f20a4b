/// The format of values without a native JSON type. Both ends of a contract must use the same options.
public struct JSONOptions: Sendable {
  /// The encoding of a contract's nil members. Decoding accepts both.
  public enum NilStrategy: Sendable, Hashable {
    /// The member is omitted.
    case omitted
    /// The member is `null`.
    case null
  }

  /// The format of `Int64` and `UInt64`. All other integers are numbers.
  public enum Integer64Strategy: Sendable, Hashable {
    /// A number. JavaScript and similar readers round those above 2⁵³.
    case numbers
    /// A string of digits, as in the JSON of protocol buffers. Decoding accepts numbers, too.
    case strings
  }

  /// The format of dates.
  public var dates: DateStrategy

  /// The format of `Int64` and `UInt64`, also in nested values; keys of dictionaries are strings anyway.
  public var integers64: Integer64Strategy

  /// The mapping of coding keys to member names, also in nested values. Dictionary keys are not mapped.
  public var keys: KeyMapping

  /// The encoding of a contract's own nil members. In other types, `encode(to:)` decides.
  public var nils: NilStrategy

  /// Creates options. Defaults: RFC 3339 dates, integers as numbers, unmapped keys, and nil members omitted.
  public init(
    dates: DateStrategy = .rfc3339, integers64: Integer64Strategy = .numbers, keys: KeyMapping = .useDefaultKeys,
    nils: NilStrategy = .omitted
  ) {
    self.dates = dates
    self.integers64 = integers64
    self.keys = keys
    self.nils = nils
  }
}
