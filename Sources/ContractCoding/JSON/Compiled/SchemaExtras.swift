// SAFETY: the pointers point into the text of the reader that owns these extras.
/// The extra state of a reader, which only a few JSON texts need.
final class SchemaExtras {
  /// The recorded failures.
  var failures: [SchemaFailure] = []
  /// The bits of the members from index 64, for the few objects that have them.
  var wide: [UInt64] = []
  /// The values of unmapped keys in the objects being read, which are used if the mapped names are absent. With member -1,
  /// the position of the closing bracket, where reading continues.
  var aliases: [(member: Int, value: UnsafePointer<UInt8>)] = []
  /// The number of bytes that searches for tags have skipped or indexed.
  var searchedBytes = 0
  /// The tags of the part of the text that was indexed last.
  var tagIndex: SchemaTagIndex?
  /// The locations of values of other types, created for the first of them.
  private(set) lazy var locations = JSONLocations()
}
