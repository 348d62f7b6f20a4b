internal import ContractCoding

/// The event types of a stream of tagged enumerations: the tags.
struct EventKinds: Sendable {
  /// The beginning of each object up to its tag: `{"type":"`.
  private let beginning: [UInt8]
  /// The text between tag and content: `,"value":`; nil if the values are members next to the tag.
  private let separator: [UInt8]?
  private let values: [String?]
  private let name: String

  /// - Parameter discriminator: the tag; nil for a type without tags.
  init?(_ discriminator: JSONSchema.Discriminator?) {
    guard let discriminator else { return nil }
    beginning = Array("{".utf8) + JSONWriter.bytes(string: discriminator.name) + Array(":\"".utf8)
    separator = discriminator.content.map { Array(",".utf8) + JSONWriter.bytes(string: $0) + Array(":".utf8) }
    values = discriminator.values
    name = discriminator.name
  }

  /// Returns the JSON of a custom coder as this package writes it: without white space, and with the tag first.
  ///
  /// - Throws: ``/ContractCoding/JSONSyntaxError`` if it is not JSON.
  func tagFirst(_ json: [UInt8]) throws -> [UInt8] {
    var value = try JSONValue(parsing: json)
    if let object = value.object, let tag = object[name] {
      value = .object(JSONObject([(name, tag)] + object.filter { $0.name != name }.map { ($0.name, $0.value) }))
    }
    return try JSONWriter.bytes(of: value)
  }

  /// Returns the type and the data of an event from the JSON of a tagged enumeration.
  func split(_ json: [UInt8]) -> (kind: ArraySlice<UInt8>?, data: ArraySlice<UInt8>) {
    guard json.starts(with: beginning),
      let end = json[beginning.count...].firstIndex(of: UInt8(ascii: "\"")),
      // A tag with escapes is left in the data, and the event has no type.
      !json[beginning.count..<end].contains(UInt8(ascii: "\\")), end > beginning.count
    else { return (nil, json[...]) }
    let kind = json[beginning.count..<end]
    guard let separator else { return (kind, json[...]) }
    let rest = json[(end + 1)...]
    if rest.starts(with: separator) { return (kind, rest.dropFirst(separator.count).dropLast()) }
    return (kind, Self.null)
  }

  /// Returns the JSON of a received event.
  func joined(_ event: ServerEvent) -> [UInt8] {
    guard let separator else { return Array(event.data.utf8) }
    let tag = beginning.dropLast() + JSONWriter.bytes(string: event.name)
    return tag + separator + Array(event.data.utf8) + Array("}".utf8)
  }

  /// Returns the JSON of an event whose data lacks the tag; nil unless the event's type is a tag and the data an object.
  func tagged(_ event: ServerEvent) -> [UInt8]? {
    guard separator == nil, values.contains(event.name) else { return nil }
    let data = event.data.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    guard data.first == UInt8(ascii: "{") else { return nil }
    let members = data.dropFirst().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    let tag = beginning.dropLast() + JSONWriter.bytes(string: event.name)
    return tag + (members.first == UInt8(ascii: "}") ? [] : [UInt8(ascii: ",")]) + Array(members)
  }

  private static let null = Array("null".utf8)[...]
}
