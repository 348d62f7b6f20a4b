// SAFETY: the table is never freed, and `start` points into the reader's text, which outlives its use in generated
// code.
/// The state of an object while its members are read.
public struct SchemaObject {
  let table: UnsafePointer<SchemaTable>
  /// The byte before the next member: the bracket, then commas.
  var separator = UInt8(ascii: "{")
  /// The member that is expected next.
  var expected = 0
  /// The members read so far, among the first 64.
  var seen: UInt64 = 0
  /// The start of the object.
  let start: UnsafePointer<UInt8>
  /// The number of the reader's failures at the start of the object.
  let firstFailure: Int
  /// The number of the reader's failures before the current member.
  var knownFailures: Int
  /// The current member.
  var current = 0
  /// The start of the bits of the members from index 64.
  let wide: Int
  /// The number of unmapped keys that apply unless their mapped names follow.
  var aliases: Int

  init(
    table: UnsafePointer<SchemaTable>, start: UnsafePointer<UInt8>, firstFailure: Int, wide: Int, aliases: Int
  ) {
    self.table = table
    self.start = start
    self.firstFailure = firstFailure
    knownFailures = firstFailure
    self.wide = wide
    self.aliases = aliases
  }
}

/// The state of an array while its elements are read.
public struct SchemaArray {
  var separator = UInt8(ascii: "[")
  let firstFailure: Int
  /// The start of the array.
  let start: UnsafePointer<UInt8>

  init(firstFailure: Int, start: UnsafePointer<UInt8>) {
    self.firstFailure = firstFailure
    self.start = start
  }
}
