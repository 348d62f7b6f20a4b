// SAFETY: the memory is written only in `init` and never freed, except for mapped tables. Names are compared only if
// both have `count` bytes, `slots` has a free slot, and the text of an entry is padded for whole-word reads.
/// The memory of ``SchemaKeys``: the members of an object with their names, prepared for comparison and copying.
struct SchemaTable {
  /// The encoded name of a member, or its unmapped key.
  struct Name {
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    /// The index of the member.
    let member: Int
    /// True for an unmapped key, which applies only if its mapped name is absent.
    let isAlias: Bool
  }

  /// The encoded name of a member for writing and fast comparison.
  struct Entry {
    /// The name in quotation marks with its colon, padded with zeros to a multiple of eight bytes and eight more.
    let text: UnsafeMutablePointer<UInt8>
    let count: Int
    /// The length for the quick comparison; a huge value where the comparison must not match.
    let quickCount: Int
    /// The first eight bytes, and a mask of their valid bits.
    let word: UInt64
    let mask: UInt64
  }

  /// The type named in failures; nil for "object".
  let type: (any Any.Type)?
  let members: [SchemaMember]
  /// The encoded names.
  let names: [String]
  let count: Int
  /// One entry per member, and one entry that matches nothing.
  let entries: UnsafeMutablePointer<Entry>
  /// The required members among the first 64.
  let required: UInt64
  /// A hash table of names and aliases with open addressing: indices into `lookup` from 1; 0 is free.
  private let slots: UnsafeMutablePointer<UInt16>
  private let slotMask: Int
  private let lookup: UnsafeMutablePointer<Name>
  private let lookupCount: Int

  /// Creates the table of the same members with mapped names.
  func mapped(_ mapping: KeyMapping) -> UnsafeMutablePointer<SchemaTable> {
    Self.allocate(type, members, mapping)
  }

  static func allocate(
    _ type: (any Any.Type)?, _ members: [SchemaMember], _ mapping: KeyMapping
  ) -> UnsafeMutablePointer<SchemaTable> {
    let table = UnsafeMutablePointer<SchemaTable>.allocate(capacity: 1)
    table.initialize(to: SchemaTable(type, members, mapping))
    return table
  }

  private init(_ type: (any Any.Type)?, _ members: [SchemaMember], _ mapping: KeyMapping) {
    precondition(members.count < 4096, "The object has more than 4095 members.")
    self.type = type
    self.members = members
    let names = members.map { $0.isExact ? $0.name : mapping.encoded($0.name) }
    self.names = names
    count = members.count
    entries = .allocate(capacity: count + 1)
    var required: UInt64 = 0
    for (index, name) in names.enumerated() {
      if members[index].required != nil, index < 64 { required |= 1 << UInt64(index) }
      (entries + index).initialize(to: Self.entry(name, isQuick: index < 64))
    }
    self.required = required
    (entries + count).initialize(to: Self.entry("", isQuick: false))

    var lookup: [Name] = []
    for (index, name) in names.enumerated() {
      lookup.append(Self.name(name, index, isAlias: false))
      if name != members[index].name { lookup.append(Self.name(members[index].name, index, isAlias: true)) }
    }
    lookupCount = lookup.count
    self.lookup = .allocate(capacity: max(lookup.count, 1))
    self.lookup.initialize(from: lookup, count: lookup.count)
    var capacity = 8
    while capacity < lookup.count * 2 { capacity *= 2 }
    slotMask = capacity - 1
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    // Names are inserted before aliases with the same spelling, because only the first one is found.
    for isAlias in [false, true] {
      for index in lookup.indices where lookup[index].isAlias == isAlias { insert(index) }
    }
  }

  /// Frees the memory. Only for tables that are no longer in use.
  func deallocate() {
    for index in 0...count { entries[index].text.deallocate() }
    for index in 0..<lookupCount { lookup[index].bytes.deallocate() }
    entries.deallocate()
    lookup.deallocate()
    slots.deallocate()
  }

  private static func entry(_ name: String, isQuick: Bool) -> Entry {
    var bytes: [UInt8] = []
    JSONText.append(name: name, isFirst: true, to: &bytes)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: (bytes.count + 7) / 8 * 8 + 8)
    text.initialize(repeating: 0, count: (bytes.count + 7) / 8 * 8 + 8)
    text.update(from: bytes, count: bytes.count)
    let bits = UInt64(min(bytes.count, 8) * 8)
    return Entry(
      text: text, count: bytes.count, quickCount: isQuick ? bytes.count : Int.max / 2,
      word: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self).littleEndian,
      mask: bits == 64 ? .max : (1 << bits) - 1)
  }

  private static func name(_ name: String, _ member: Int, isAlias: Bool) -> Name {
    let utf8 = Array(name.utf8)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(utf8.count, 1))
    bytes.initialize(from: utf8, count: utf8.count)
    return Name(bytes: bytes, count: utf8.count, member: member, isAlias: isAlias)
  }

  // MARK: - Looking up

  /// Finds the member with a name; nil if there is none.
  func find(_ name: UnsafePointer<UInt8>, _ count: Int) -> (member: Int, isAlias: Bool)? {
    var slot = Self.hash(name, count) & slotMask
    while slots[slot] != 0 {
      let known = lookup[Int(slots[slot]) - 1]
      if Self.equal(known, name, count) { return (known.member, known.isAlias) }
      slot = (slot + 1) & slotMask
    }
    return nil
  }

  private func insert(_ index: Int) {
    let name = lookup[index]
    var slot = Self.hash(name.bytes, name.count) & slotMask
    while slots[slot] != 0 {
      if Self.equal(lookup[Int(slots[slot]) - 1], name.bytes, name.count) { return }
      slot = (slot + 1) & slotMask
    }
    slots[slot] = UInt16(truncatingIfNeeded: index + 1)
  }

  private static func equal(_ known: Name, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard known.count == count else { return false }
    for index in 0..<count where known.bytes[index] != name[index] { return false }
    return true
  }

  /// Returns a simple hash. It need not resist attacks, because only known names are in the table.
  private static func hash(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: count)
    let few = min(count, 8)
    for index in 0..<few { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
    for index in max(few, count - 8)..<max(few, count) {
      hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash ^ (hash >> 29)) & Int.max
  }
}
