import Contract
import FoundationEssentials

extension EchoAPI {
  func bool(_ v: Everywhere<Bool>) async throws -> Everywhere<Bool> {
    try await bool(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func int(_ v: Everywhere<Int>) async throws -> Everywhere<Int> {
    try await int(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func int8(_ v: Everywhere<Int8>) async throws -> Everywhere<Int8> {
    try await int8(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func int16(_ v: Everywhere<Int16>) async throws -> Everywhere<Int16> {
    try await int16(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func int32(_ v: Everywhere<Int32>) async throws -> Everywhere<Int32> {
    try await int32(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func int64(_ v: Everywhere<Int64>) async throws -> Everywhere<Int64> {
    try await int64(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uint(_ v: Everywhere<UInt>) async throws -> Everywhere<UInt> {
    try await uint(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uint8(_ v: Everywhere<UInt8>) async throws -> Everywhere<UInt8> {
    try await uint8(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uint16(_ v: Everywhere<UInt16>) async throws -> Everywhere<UInt16> {
    try await uint16(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uint32(_ v: Everywhere<UInt32>) async throws -> Everywhere<UInt32> {
    try await uint32(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uint64(_ v: Everywhere<UInt64>) async throws -> Everywhere<UInt64> {
    try await uint64(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func float(_ v: Everywhere<Float>) async throws -> Everywhere<Float> {
    try await float(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func double(_ v: Everywhere<Double>) async throws -> Everywhere<Double> {
    try await double(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func string(_ v: Everywhere<String>) async throws -> Everywhere<String> {
    try await string(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func uuid(_ v: Everywhere<UUID>) async throws -> Everywhere<UUID> {
    try await uuid(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func date(_ v: Everywhere<Date>) async throws -> Everywhere<Date> {
    try await date(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func data(_ v: Everywhere<Data>) async throws -> Everywhere<Data> {
    try await data(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func suit(_ v: Everywhere<Suit>) async throws -> Everywhere<Suit> {
    try await suit(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func level(_ v: Everywhere<Level>) async throws -> Everywhere<Level> {
    try await level(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }

  func degrees(_ v: Everywhere<Degrees>) async throws -> Everywhere<Degrees> {
    try await degrees(
      path: v.path, queryOne: v.query.one, queryMaybe: v.query.maybe, queryMany: v.query.many,
      queryMaybeMany: v.query.maybeMany, headerOne: v.header.one, headerMaybe: v.header.maybe,
      headerMany: v.header.many, headerMaybeMany: v.header.maybeMany, fieldOne: v.field.one, fieldMaybe: v.field.maybe,
      fieldMany: v.field.many, fieldMaybeMany: v.field.maybeMany)
  }
}
