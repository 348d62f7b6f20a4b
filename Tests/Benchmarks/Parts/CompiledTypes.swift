internal import Contract
internal import FoundationEssentials

// The types that the compiled coder reads and writes in addition to those of the contract.

@Schema
struct CompiledTexts: Equatable, Sendable {
  var texts: [String]
}

@Schema
struct CompiledNumbers: Equatable, Sendable {
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

@Schema
struct CompiledWideIntegers: Equatable, Sendable {
  var int128: [Int128]
  var uint128: [UInt128]
}

/// A tagged enumeration, and a struct of the same members.
@Schema @Tagged("type")
enum CompiledEvent: Equatable, Sendable {
  case opened(id: Int, title: String)
  case labeled(id: Int, label: String, by: CompiledTexts)
  case closed(id: Int)
}

@Schema
struct CompiledEventObject: Equatable, Sendable {
  var type: String
  var id: Int
  var label: String
  var by: CompiledTexts
}

@Schema
struct CompiledEvents: Equatable, Sendable {
  var events: [CompiledEvent]
}

@Schema
struct CompiledEventObjects: Equatable, Sendable {
  var events: [CompiledEventObject]
}

@Schema
struct CompiledDecimals: Equatable, Sendable {
  var decimals: [Decimal]
}
