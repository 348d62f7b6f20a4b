internal import ContractCoding
public import FoundationEssentials

/// An instant in a header such as `Last-Modified` or `Expires`, which HTTP writes in its own format (RFC 9110 §5.6.7).
///
/// ```swift
/// @GET("/reports/:id")
/// func report(id: Int) async throws -> (Report, lastModified: Header<HTTPDate>)
/// ```
///
/// The value is written as `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete formats are read as well. A `Date` in a
/// header is written in RFC 3339 instead, which HTTP's own headers do not allow.
public struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The instant, in whole seconds.
  public let date: Date

  /// Creates the instant of a date, rounded down to a whole second, and to the years 1 to 9999.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // NaN is the epoch, and infinity the end of the range.
    let range = IMFFixdate.range
    let limited = seconds.isNaN ? 0 : min(max(seconds, Double(range.lowerBound)), Double(range.upperBound))
    self.date = Date(timeIntervalSince1970: limited)
  }

  /// Creates the instant of an HTTP date; nil if it is malformed.
  public init?(parsing text: String) {
    let now = Int(Date().timeIntervalSince1970)
    guard let seconds = IMFFixdate.secondsSince1970(from: text.utf8, now: now) else { return nil }
    self.init(Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  /// The date as HTTP writes it.
  public var description: String { IMFFixdate.text(secondsSince1970: Int(date.timeIntervalSince1970)) }

  /// Compares the instants.
  public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.date < right.date }
}

extension HTTPDate: ParameterValue {
  /// Parses an HTTP date.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(parsing: string)
  }

  /// The date as HTTP writes it.
  public var parameterText: String? { description }
}

extension HTTPDate: JSONSchemaProviding {
  /// A string in the format of `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static var jsonSchema: JSONSchema {
    var schema = JSONSchema(.string)
    let weekdays = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    let months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    let time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    schema.pattern = "^(\(weekdays)), (0[1-9]|[12][0-9]|3[01]) (\(months)) [0-9]{4} \(time) GMT$"
    schema.examples = [#""Sun, 06 Nov 1994 08:49:37 GMT""#]
    return schema
  }
}
