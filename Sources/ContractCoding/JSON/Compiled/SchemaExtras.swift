// SAFETY: the pointers are places in the text of the reader that these extras belong to.
/// What a reader keeps beside the text: few texts make it keep anything.
final class SchemaExtras {
  /// What is wrong with values.
  var notes: [SchemaNote] = []
  /// Bits of the members from the 64th on, for the few objects that have them.
  var wide: [UInt64] = []
  /// Values of keys whose mapped names may yet come, for the objects that are open.
  var aliases: [(member: Int, value: UnsafePointer<UInt8>)] = []
  /// Where values of other types stand; made for the first of them.
  private(set) lazy var places = JSONPlaces()
}
