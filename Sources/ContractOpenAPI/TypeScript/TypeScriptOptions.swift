/// Settings of a generated TypeScript file.
public struct TypeScriptOptions: Sendable, Hashable {
  /// The TypeScript type of integers that do not fit the 53 bits of a `number`.
  public enum LargeIntegers: String, Sendable, CaseIterable {
    /// `bigint`, exact in both directions.
    case bigint
    /// `string` with decimal digits, exact in both directions. In JSON, the integers are numbers.
    case string
    /// `number`. Integers beyond 2^53 are rounded when they are read.
    case number
  }

  /// The TypeScript type of strings with the format `date-time`.
  public enum Dates: String, Sendable, CaseIterable {
    /// `Date`, which has milliseconds. Smaller fractions of a second are truncated when they are read.
    case date
    /// `string`, unchanged.
    case string
  }

  /// The type of integers with more than 53 bits. Default: `bigint`.
  public var largeIntegers = LargeIntegers.bigint
  /// The type of points in time. Default: `Date`.
  public var dates = Dates.date
  /// The name of the client class; nil for the document's title with `Client`, such as `TodosClient`.
  public var clientName: String?

  /// Creates the default settings.
  public init() {}
}
