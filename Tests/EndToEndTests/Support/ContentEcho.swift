import Contract
import FoundationEssentials

/// One function for each type of content. `as` is the type of the body; the result has the same type.
@API
protocol ContentEcho: Sendable {
  @PUT("/content/bool") func bool(value: Body<Bool>) async throws -> Bool
  @PUT("/content/int") func int(value: Body<Int>) async throws -> Int
  @PUT("/content/int8") func int8(value: Body<Int8>) async throws -> Int8
  @PUT("/content/int16") func int16(value: Body<Int16>) async throws -> Int16
  @PUT("/content/int32") func int32(value: Body<Int32>) async throws -> Int32
  @PUT("/content/int64") func int64(value: Body<Int64>) async throws -> Int64
  @PUT("/content/uint") func uint(value: Body<UInt>) async throws -> UInt
  @PUT("/content/uint8") func uint8(value: Body<UInt8>) async throws -> UInt8
  @PUT("/content/uint16") func uint16(value: Body<UInt16>) async throws -> UInt16
  @PUT("/content/uint32") func uint32(value: Body<UInt32>) async throws -> UInt32
  @PUT("/content/uint64") func uint64(value: Body<UInt64>) async throws -> UInt64
  @PUT("/content/float") func float(value: Body<Float>) async throws -> Float
  @PUT("/content/double") func double(value: Body<Double>) async throws -> Double
  @PUT("/content/string") func string(value: Body<String>) async throws -> String
  @PUT("/content/uuid") func uuid(value: Body<UUID>) async throws -> UUID
  @PUT("/content/date") func date(value: Body<Date>) async throws -> Date
  @PUT("/content/data") func data(value: Body<Data>) async throws -> Data
  @PUT("/content/suit") func suit(value: Body<Suit>) async throws -> Suit
  @PUT("/content/level") func level(value: Body<Level>) async throws -> Level
  @PUT("/content/degrees") func degrees(value: Body<Degrees>) async throws -> Degrees
  @PUT("/content/int128") func int128(value: Body<Int128>) async throws -> Int128
  @PUT("/content/uint128") func uint128(value: Body<UInt128>) async throws -> UInt128
  @PUT("/content/tree") func tree(value: Body<Tree>) async throws -> Tree
  @PUT("/content/trees") func trees(value: Body<[Tree]>) async throws -> [Tree]
  @PUT("/content/treesByName") func treesByName(value: Body<[String: Tree]>) async throws -> [String: Tree]
  @PUT("/content/maybeTree") func maybeTree(value: Body<Tree?>) async throws -> Tree?
  @PUT("/content/maybeInts") func maybeInts(value: Body<[Int?]>) async throws -> [Int?]
  @PUT("/content/maybeString") func maybeString(value: Body<String?>) async throws -> String?
  @PUT("/content/bytes") func bytes(value: Body<[UInt8]>) async throws -> [UInt8]
  @PUT("/content/maybeBytes") func maybeBytes(value: Body<[UInt8]?>) async throws -> [UInt8]?
  @PUT("/content/maybeData") func maybeData(value: Body<Data?>) async throws -> Data?
  @PUT("/content/maybeInt") func maybeInt(value: Body<Int?>) async throws -> Int?
  @PUT("/content/shape") func shape(value: Body<Shape>) async throws -> Shape
}

/// Responds with the received values.
struct ContentEchoService: ContentEcho {
  func bool(value: Bool) async throws -> Bool { value }
  func int(value: Int) async throws -> Int { value }
  func int8(value: Int8) async throws -> Int8 { value }
  func int16(value: Int16) async throws -> Int16 { value }
  func int32(value: Int32) async throws -> Int32 { value }
  func int64(value: Int64) async throws -> Int64 { value }
  func uint(value: UInt) async throws -> UInt { value }
  func uint8(value: UInt8) async throws -> UInt8 { value }
  func uint16(value: UInt16) async throws -> UInt16 { value }
  func uint32(value: UInt32) async throws -> UInt32 { value }
  func uint64(value: UInt64) async throws -> UInt64 { value }
  func float(value: Float) async throws -> Float { value }
  func double(value: Double) async throws -> Double { value }
  func string(value: String) async throws -> String { value }
  func uuid(value: UUID) async throws -> UUID { value }
  func date(value: Date) async throws -> Date { value }
  func data(value: Data) async throws -> Data { value }
  func suit(value: Suit) async throws -> Suit { value }
  func level(value: Level) async throws -> Level { value }
  func degrees(value: Degrees) async throws -> Degrees { value }
  func int128(value: Int128) async throws -> Int128 { value }
  func uint128(value: UInt128) async throws -> UInt128 { value }
  func tree(value: Tree) async throws -> Tree { value }
  func trees(value: [Tree]) async throws -> [Tree] { value }
  func treesByName(value: [String: Tree]) async throws -> [String: Tree] { value }
  func maybeTree(value: Tree?) async throws -> Tree? { value }
  func maybeInts(value: [Int?]) async throws -> [Int?] { value }
  func maybeString(value: String?) async throws -> String? { value }
  func bytes(value: [UInt8]) async throws -> [UInt8] { value }
  func maybeBytes(value: [UInt8]?) async throws -> [UInt8]? { value }
  func maybeData(value: Data?) async throws -> Data? { value }
  func maybeInt(value: Int?) async throws -> Int? { value }
  func shape(value: Shape) async throws -> Shape { value }
}
