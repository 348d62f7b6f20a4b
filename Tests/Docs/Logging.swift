// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of swift-log 1.6 that docs/observability.md uses, so that its bridge is compiled without the package.

public struct Logger: Sendable {
  public enum Level: String, Codable, CaseIterable, Comparable, Sendable {
    case trace, debug, info, notice, warning, error, critical

    public static func < (left: Level, right: Level) -> Bool { false }
  }

  public struct Message: ExpressibleByStringLiteral, Equatable, CustomStringConvertible,
    ExpressibleByStringInterpolation,
    Sendable
  {
    public let description: String
    public init(stringLiteral value: String) { description = value }
  }

  public enum MetadataValue: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
    case dictionary(Metadata)
    case array([MetadataValue])

    public init(stringLiteral value: String) { self = .string(value) }
  }

  public typealias Metadata = [String: MetadataValue]

  public var logLevel: Level { .info }
  public init(label: String) {}

  public func log(
    level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function, line: UInt = #line
  ) {}
}
