public import Contract
public import FoundationEssentials

/// A value at a point in time; on the wire `[1435781430.781, "1"]`.
public struct Sample: Hashable, Sendable {
  /// The time at which the value was scraped or computed, with a resolution of milliseconds.
  public var time: Date
  /// The value; it may be NaN or infinite.
  public var value: Double

  /// Creates a value at a point in time, rounded to milliseconds.
  public init(_ time: Date, _ value: Double) {
    self.time = time.wholeMilliseconds
    self.value = value
  }
}

// Responses have thousands of samples, so they are read from bytes instead of through `Codable`.
extension Sample: Schema {
  /// Reads seconds since 1970 and a string.
  public static func read(_ reader: inout SchemaReader) -> Sample? {
    let place = reader.beginRawValue(Self.self)
    guard var array = reader.beginArray(Self.self) else { return nil }
    var seconds: Double?
    var number: SampleNumber?
    var count = 0
    while reader.nextElement(&array) {
      switch count {
      case 0: seconds = reader.double()
      case 1: number = reader.value(SampleNumber.self)
      default: reader.skip()
      }
      count += 1
    }
    guard reader.endArray(array) else { return nil }
    guard count == 2, let seconds, let number else {
      reader.refuseRawValue(place)
      return nil
    }
    return Sample(Date(timeIntervalSince1970: seconds), number.value)
  }

  /// Writes seconds since 1970 and a string.
  public func write(_ writer: inout SchemaWriter) {
    writer.beginArray()
    writer.double(time.timeIntervalSince1970)
    writer.endElement()
    SampleNumber(value).write(&writer)
    writer.endElement()
    writer.endArray()
  }

  /// `array`.
  public static var schema: JSONSchema { JSONSchema(.array) }

  /// Creates a sample from seconds since 1970 and a string.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let seconds = try container.decode(Double.self)
    self.init(Date(timeIntervalSince1970: seconds), try container.decode(SampleNumber.self).value)
    guard container.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a sample has two elements")
    }
  }

  /// Writes seconds since 1970 and a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time.timeIntervalSince1970)
    try container.encode(SampleNumber(value))
  }
}

/// A string at a point in time: the result of a string literal.
public struct TextSample: Hashable, Sendable, Codable {
  /// The time of the evaluation.
  public var time: Date
  /// The string.
  public var text: String

  /// Creates a string at a point in time, rounded to milliseconds.
  public init(_ time: Date, _ text: String) {
    self.time = time.wholeMilliseconds
    self.text = text
  }

  /// Creates a sample from seconds since 1970 and a string.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let seconds = try container.decode(Double.self)
    self.init(Date(timeIntervalSince1970: seconds), try container.decode(String.self))
  }

  /// Writes seconds since 1970 and a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time.timeIntervalSince1970)
    try container.encode(text)
  }
}

extension Date {
  /// The time rounded to milliseconds, the resolution of Prometheus.
  ///
  /// Prometheus truncates smaller fractions, and a `Date` created from seconds since 1970 can be slightly less than the
  /// intended milliseconds. Without rounding, its string would have `.498999953` instead of `.499`, which is another
  /// point in time.
  package var wholeMilliseconds: Date {
    Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
  }
}
