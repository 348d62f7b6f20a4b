// SAFETY: the table is never freed, and `start` lies in the text of the reader, which outlives what generated code does with
// this.
/// An object while its members are read.
public struct SchemaObject {
  let table: UnsafePointer<SchemaTable>
  /// The byte before the next member: the bracket, then commas.
  var separator = UInt8(ascii: "{")
  /// The member that is expected next.
  var expected = 0
  /// The members among the first 64 that were there.
  var seen: UInt64 = 0
  /// Where the object starts.
  let start: UnsafePointer<UInt8>
  /// The reader's notes when the object began, and before the member that is being read.
  let firstNote: Int
  var knownNotes: Int
  /// The member that is being read.
  var current = 0
  /// Where the bits of the members from the 64th on start.
  let wide: Int
  /// Keys that may yet count because their mapped names have not come.
  var aliases: Int

  init(
    table: UnsafePointer<SchemaTable>, start: UnsafePointer<UInt8>, notes: Int, wide: Int, aliases: Int
  ) {
    self.table = table
    self.start = start
    firstNote = notes
    knownNotes = notes
    self.wide = wide
    self.aliases = aliases
  }
}

/// An array while its elements are read.
public struct SchemaArray {
  var separator = UInt8(ascii: "[")
  let firstNote: Int
  /// Where the array starts.
  let start: UnsafePointer<UInt8>

  init(notes: Int, start: UnsafePointer<UInt8>) {
    firstNote = notes
    self.start = start
  }
}
