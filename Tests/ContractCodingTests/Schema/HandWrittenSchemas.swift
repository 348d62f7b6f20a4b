import ContractCoding
import FoundationEssentials

// Handwritten versions of the code that `@Schema` generates: one type for each kind of type and member.
//
// `keys` lists the members in the order of declaration, under their coding keys: `required`, with the type as written, for
// members that Codable demands, and `optional` for optional members and for those with an initial value. `read` has one
// local for each member and one case for each position. `write` writes in the order of declaration.

/// Required members only.
struct HandTodo: Codable, Hashable {
  var id: Int
  var title: String
  var done: Bool
  var tags: [String]
}

extension HandTodo: Schema {
  private static let keys = SchemaKeys(
    of: HandTodo.self, .required("id", Int.self), .required("title", String.self), .required("done", Bool.self),
    .required("tags", [String].self))

  static func read(_ reader: inout SchemaReader) -> HandTodo? {
    guard var object = reader.beginObject(keys) else { return nil }
    var id: Int?
    var title: String?
    var done: Bool?
    var tags: [String]?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: id = reader.value(Int.self)
      case 1: title = reader.value(String.self)
      case 2: done = reader.value(Bool.self)
      default: tags = reader.value([String].self)
      }
    }
    guard reader.endObject(object), let id, let title, let done, let tags else { return nil }
    return HandTodo(id: id, title: title, done: done, tags: tags)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, id)
    writer.member(keys, 1, title)
    writer.member(keys, 2, done)
    writer.member(keys, 3, tags)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(keys) }
}

/// A type without a compiled reader.
struct HandPlain: Codable, Hashable {
  var x: Double
  var y: Double
}

/// Raw values: nothing but the conformance, since `read`, `write` and, with `CaseIterable`, `schema` have defaults.
enum HandState: String, Codable, CaseIterable, Schema {
  case open, done
}

/// Every kind of member.
struct HandTask: Codable, Hashable {
  var name: String
  /// Optional: absent and null are nil; nil is not written.
  var note: String?
  /// An initial value: absent is the initial value, null a failure.
  var count: Int = 1
  /// Optional with an initial value: absent is the initial value, null is nil, and nil is written as null.
  var label: String? = "none"
  /// Another compiled type.
  var first: HandTodo
  var rest: [HandTodo]
  var byName: [String: HandTodo]
  var state: HandState
  var due: Date?
  /// A plain Codable type, and an array of them.
  var place: HandPlain
  var places: [HandPlain]?

  // An initial value makes a member optional on the wire, so the synthesized `init(from:)` cannot be used.
  enum CodingKeys: String, CodingKey {
    case name, note, count, label = "text", first, rest, byName, state, due, place, places
  }
}

extension HandTask {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    if container.contains(.count) { count = try container.decode(Int.self, forKey: .count) }
    if container.contains(.label) { label = try container.decodeIfPresent(String.self, forKey: .label) }
    first = try container.decode(HandTodo.self, forKey: .first)
    rest = try container.decode([HandTodo].self, forKey: .rest)
    byName = try container.decode([String: HandTodo].self, forKey: .byName)
    state = try container.decode(HandState.self, forKey: .state)
    due = try container.decodeIfPresent(Date.self, forKey: .due)
    place = try container.decode(HandPlain.self, forKey: .place)
    places = try container.decodeIfPresent([HandPlain].self, forKey: .places)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encode(count, forKey: .count)
    try container.encode(label, forKey: .label)
    try container.encode(first, forKey: .first)
    try container.encode(rest, forKey: .rest)
    try container.encode(byName, forKey: .byName)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(due, forKey: .due)
    try container.encode(place, forKey: .place)
    try container.encodeIfPresent(places, forKey: .places)
  }
}

extension HandTask: Schema {
  private static let keys = SchemaKeys(
    of: HandTask.self, .required("name", String.self), .optional("note"), .optional("count"), .optional("text"),
    .required("first", HandTodo.self), .required("rest", [HandTodo].self),
    .required("byName", [String: HandTodo].self), .required("state", HandState.self), .optional("due"),
    .required("place", HandPlain.self), .optional("places"))

  static func read(_ reader: inout SchemaReader) -> HandTask? {
    guard var object = reader.beginObject(keys) else { return nil }
    var name: String?
    var note: String?
    var count: Int?
    // The variable has two levels: the outer one is nil until the member is found.
    var label: String??
    var first: HandTodo?
    var rest: [HandTodo]?
    var byName: [String: HandTodo]?
    var state: HandState?
    var due: Date?
    var place: HandPlain?
    var places: [HandPlain]?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: name = reader.value(String.self)
      case 1: note = reader.optional(String.self)
      case 2: count = reader.value(Int.self)
      case 3: label = .some(reader.optional(String.self))
      case 4: first = reader.value(HandTodo.self)
      case 5: rest = reader.value([HandTodo].self)
      case 6: byName = reader.value([String: HandTodo].self)
      case 7: state = reader.value(HandState.self)
      case 8: due = reader.optional(Date.self)
      case 9: place = reader.value(HandPlain.self)
      default: places = reader.optional([HandPlain].self)
      }
    }
    guard reader.endObject(object), let name, let first, let rest, let byName, let state, let place else { return nil }
    return HandTask(
      name: name, note: note, count: count ?? 1, label: label ?? "none", first: first, rest: rest, byName: byName,
      state: state, due: due, place: place, places: places)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, name)
    writer.optionalMember(keys, 1, note)
    writer.member(keys, 2, count)
    writer.member(keys, 3, label)
    writer.member(keys, 4, first)
    writer.member(keys, 5, rest)
    writer.member(keys, 6, byName)
    writer.member(keys, 7, state)
    writer.optionalMember(keys, 8, due)
    writer.member(keys, 9, place)
    writer.optionalMember(keys, 10, places)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(keys) }
}

/// Associated values, as Codable synthesizes them: `{"circle":{"radius":1}}`, `{"line":{"_0":1,"_1":2}}`, `{"nothing":{}}`.
enum HandShape: Codable, Hashable {
  case nothing
  case circle(radius: Double)
  case line(Int, Int?)
  indirect case group(name: String, of: [HandShape])
}

extension HandShape: Schema {
  /// The cases, none of them required: ``SchemaReader/endChoice(_:)`` ensures that exactly one is present.
  private static let keys = SchemaKeys(
    of: HandShape.self, .optional("nothing"), .optional("circle"), .optional("line"), .optional("group"))
  private static let nothingKeys = SchemaKeys()
  private static let circleKeys = SchemaKeys(.required("radius", Double.self))
  private static let lineKeys = SchemaKeys(.required("_0", Int.self), .optional("_1"))
  private static let groupKeys = SchemaKeys(.required("name", String.self), .required("of", [HandShape].self))

  static func read(_ reader: inout SchemaReader) -> HandShape? {
    guard var object = reader.beginObject(keys) else { return nil }
    var result: HandShape?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: result = readNothing(&reader)
      case 1: result = readCircle(&reader)
      case 2: result = readLine(&reader)
      default: result = readGroup(&reader)
      }
    }
    return reader.endChoice(object) ? result : nil
  }

  private static func readNothing(_ reader: inout SchemaReader) -> HandShape? {
    guard var object = reader.beginObject(nothingKeys) else { return nil }
    while reader.nextMember(&object) != nil {}
    return reader.endObject(object) ? .nothing : nil
  }

  private static func readCircle(_ reader: inout SchemaReader) -> HandShape? {
    guard var object = reader.beginObject(circleKeys) else { return nil }
    var radius: Double?
    while reader.nextMember(&object) != nil { radius = reader.value(Double.self) }
    guard reader.endObject(object), let radius else { return nil }
    return .circle(radius: radius)
  }

  private static func readLine(_ reader: inout SchemaReader) -> HandShape? {
    guard var object = reader.beginObject(lineKeys) else { return nil }
    var first: Int?
    var second: Int?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: first = reader.value(Int.self)
      default: second = reader.optional(Int.self)
      }
    }
    guard reader.endObject(object), let first else { return nil }
    return .line(first, second)
  }

  private static func readGroup(_ reader: inout SchemaReader) -> HandShape? {
    guard var object = reader.beginObject(groupKeys) else { return nil }
    var name: String?
    var members: [HandShape]?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: name = reader.value(String.self)
      default: members = reader.value([HandShape].self)
      }
    }
    guard reader.endObject(object), let name, let members else { return nil }
    return .group(name: name, of: members)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    switch self {
    case .nothing:
      writer.beginMember(keys, 0)
      _ = writer.beginObject(Self.nothingKeys)
    case .circle(let radius):
      writer.beginMember(keys, 1)
      let keys = writer.beginObject(Self.circleKeys)
      writer.member(keys, 0, radius)
    case .line(let first, let second):
      writer.beginMember(keys, 2)
      let keys = writer.beginObject(Self.lineKeys)
      writer.member(keys, 0, first)
      writer.optionalMember(keys, 1, second)
    case .group(let name, let members):
      writer.beginMember(keys, 3)
      let keys = writer.beginObject(Self.groupKeys)
      writer.member(keys, 0, name)
      writer.member(keys, 1, members)
    }
    writer.endObject()
    writer.endMember()
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(keys) }
}

/// A generic type keeps its keys by type. Its parameters have to be compiled types for the conformance.
struct HandPage<Item: Codable & Hashable>: Codable, Hashable {
  var items: [Item]
  var next: Item?
  var total: Int
}

extension HandPage: Schema where Item: Schema {
  private static var keys: SchemaKeys {
    SchemaKeys.cached(for: Self.self) {
      SchemaKeys(of: Self.self, .required("items", [Item].self), .optional("next"), .required("total", Int.self))
    }
  }

  static func read(_ reader: inout SchemaReader) -> HandPage? {
    guard var object = reader.beginObject(keys) else { return nil }
    var items: [Item]?
    var next: Item?
    var total: Int?
    while let member = reader.nextMember(&object) {
      switch member {
      case 0: items = reader.value([Item].self)
      case 1: next = reader.optional(Item.self)
      default: total = reader.value(Int.self)
      }
    }
    guard reader.endObject(object), let items, let total else { return nil }
    return HandPage(items: items, next: next, total: total)
  }

  func write(_ writer: inout SchemaWriter) {
    let keys = writer.beginObject(Self.keys)
    writer.member(keys, 0, items)
    writer.optionalMember(keys, 1, next)
    writer.member(keys, 2, total)
    writer.endObject()
  }

  static var schema: JSONSchema { JSONSchema(keys) }
}
