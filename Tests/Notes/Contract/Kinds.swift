// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract
public import FoundationEssentials

/// A contract with a body of every kind of type, for tools that generate values.
@API
public protocol Kinds: Sendable {
  @POST("/kinds") func scalars(value: Body<Scalars>) async throws -> Scalars
  @POST("/kinds/containers") func containers(value: Body<Containers>) async throws -> Containers
  @POST("/kinds/bounded") func bounded(value: Body<Bounded>) async throws -> Bounded
  @POST("/kinds/step") func step(value: Body<Step>) async throws -> Step
  @POST("/kinds/row") func row(value: Body<Row>) async throws -> Row
  @POST("/kinds/plain") func plain(value: Body<Plain>) async throws -> Plain
}

/// A value of one of several keys.
@Schema @Tagged(.key)
public enum Step: Sendable {
  case put(Scalars)
  case ok(Int)
  case move(from: Int, to: String?)
  case words([String])
  case stop
}

/// Elements at fixed positions.
@Schema @Positional
public struct Row: Sendable {
  public var number: Int
  @Validate(.length(1...5)) public var text: String
  public var shape: Shape?
  public var words: [String] = []
}

/// A member of every scalar type.
@Schema
public struct Scalars: Sendable {
  public var flag: Bool
  public var text: String
  public var int: Int
  public var int8: Int8
  public var int16: Int16
  public var int32: Int32
  public var uint: UInt
  public var uint8: UInt8
  public var uint16: UInt16
  public var uint32: UInt32
  public var huge: Int128
  public var double: Double
  public var float: Float
  public var decimal: Decimal
  public var date: Date
  public var id: UUID
  public var link: URL
  public var bytes: Data
  public var anything: JSONValue?
}

/// Members that contain others.
@Schema
public struct Containers: Sendable {
  public var list: [Int]
  public var lists: [[String]]
  public var unique: Set<Int>
  public var counts: [String: Int]
  public var numbered: [Int: String]
  public var gaps: [Int?]
  public var maybe: [Level]?
  public var state: Open<State>
  public var patch: Patch<String>
  public var shape: Shape?
  public var children: [Containers]
  public var limit = 20
}

/// Members with rules.
@Schema
public struct Bounded: Sendable {
  @Validate(.range(1...10)) public var number: Int
  @Validate(.length(1...5)) public var text: String
  @Validate(.pattern("[a-z]{2,4}")) public var word: String
  @Validate(.count(1...3), .each(.range(0...9))) public var digits: [Int]
  @Validate(.range(0.5...1.5)) public var ratio: Double?
}

/// Only Codable.
public struct Plain: Codable, Sendable {
  public var name: String
  public var level: Level
  public var state: State?
  public var due: Date?
  public var items: [Owner]
  public var tree: Tree?
}
