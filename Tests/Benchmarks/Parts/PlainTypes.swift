internal import FoundationEssentials

// The types of the measured values without `@Schema`. They do not depend on the types of the contract.

struct PlainTodo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var done: Bool
  var tags: [String]
}

struct PlainNewTodo: Codable, Equatable, Sendable {
  struct Owner: Codable, Equatable, Sendable {
    var id: Int
    var name: String
  }

  var title: String
  var done: Bool
  var tags: [String]
  var owner: Owner
}

struct PlainTexts: Codable, Equatable, Sendable {
  var texts: [String]
}

struct PlainNumbers: Codable, Equatable, Sendable {
  var int8: [Int8]
  var int16: [Int16]
  var int32: [Int32]
  var int64: [Int64]
  var uint8: [UInt8]
  var uint16: [UInt16]
  var uint32: [UInt32]
  var uint64: [UInt64]
  var float: [Float]
  var double: [Double]
}

struct PlainWideIntegers: Codable, Equatable, Sendable {
  var int128: [Int128]
  var uint128: [UInt128]
}

struct PlainDecimals: Codable, Equatable, Sendable {
  var decimals: [Decimal]
}
