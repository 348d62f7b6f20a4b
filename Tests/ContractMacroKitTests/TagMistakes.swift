/// Errors in enums with `@Tagged`.
extension Mistake {
  static let tags: [Mistake] = [
    Mistake(
      "tagged-type", "@Schema ▶@Tagged(\"type\") struct Event { var id: Int }",
      "'@Tagged' names the cases of an enum with associated values; remove it from 'Event'."),
    Mistake(
      "tagged-type", "@Schema ▶@Tagged(\"type\") enum Event: String { case open }",
      "'@Tagged' names the cases of an enum with associated values; remove it from 'Event'."),
    Mistake(
      "unread-attribute", "▶@Tagged(\"type\") enum Event { case open }",
      "'@Tagged' has no effect without '@Schema'; add '@Schema' to 'Event'."),
    Mistake(
      "wrong-declaration", "@Schema struct Event { ▶@Tagged(\"type\") var id: Int }",
      "'@Tagged' belongs on a '@Schema' enum, and this is a property; move it there or remove it."),
    Mistake(
      "tag-not-literal", "@Schema @Tagged(▶name) enum Event { case open }",
      "The name of a member must be a string literal without interpolation, such as '@Tagged(\"type\")'."),
    Mistake(
      "tag-name", "@Schema @Tagged(\"type\", content: ▶\"type\") enum Event { case open }",
      "\"type\" is the name of the tag; give the content another name, such as \"value\"."),
    Mistake(
      "unknown-case", "@Schema @Tagged(\"type\") enum Event { case open; case ▶unknown(String) }",
      "'unknown' keeps values with other tags; write 'case unknown(JSONValue)', or give the case another name."),
    Mistake(
      "unknown-case", "@Schema @Tagged(\"type\") enum Event { case open, ▶unknown }",
      "'unknown' keeps values with other tags; write 'case unknown(JSONValue)', or give the case another name."),
    Mistake(
      "duplicate-key",
      "@Schema @Tagged(\"type\") enum Event { case open; case ▶shut\nenum CodingKeys: String, CodingKey { case open, shut = \"open\" } }",
      "'open' and 'shut' are both the case 'open' in JSON; give one of them another name."),
    Mistake(
      "tag-member", "@Schema @Tagged(\"type\") enum Event { case open(▶type: Int) }",
      "\"type\" is the name of the tag, so no value can have it; rename one of the two."),
    Mistake(
      "unlabeled-value", "@Schema @Tagged(\"type\") enum Event { case open(▶String) }",
      "A value next to the tag needs a name; give 'String' a label, or write '@Tagged(\"type\", content: \"value\")'."),
    Mistake(
      "unlabeled-value", "@Schema @Tagged(\"type\") enum Event { case open(▶[Owner]) }",
      "A value next to the tag needs a name; give '[Owner]' a label, or write '@Tagged(\"type\", content: \"value\")'."),
    Mistake(
      "unlabeled-value", "@Schema @Tagged(\"type\") enum Event { case open(id: Int, ▶Owner) }",
      "A value next to the tag needs a name; give 'Owner' a label, or write '@Tagged(\"type\", content: \"value\")'."),
    Mistake(
      "tagged-type", "@Schema ▶@Tagged(.key) struct Event { var id: Int }",
      "'@Tagged' names the cases of an enum with associated values; remove it from 'Event'."),
    Mistake(
      "unknown-case", "@Schema @Tagged(.key) enum Event { case open; case ▶unknown(String) }",
      "'unknown' keeps values with other keys; write 'case unknown(JSONValue)', or give the case another name."),
    Mistake(
      "no-case", "@Schema @Tagged(.key) enum Event { case ▶unknown(JSONValue) }",
      "'Event' has only the case for unknown keys; add a case, or use 'JSONValue' instead."),
    Mistake(
      "unlabeled-value", "@Schema @Tagged(.key) enum Event { case open(id: Int, ▶Owner) }",
      "A key with several values holds an object, whose members need names; give 'Owner' a label."),
    Mistake(
      "unknown-case", "@Schema enum Event { case open; case ▶unknown(JSONValue) }",
      "'unknown' keeps other cases only with '@Tagged'; add '@Tagged(.key)' to 'Event', or give the value a label."),
    Mistake(
      "duplicate-key",
      "@Schema @Tagged(.key) enum Event { case open; case ▶shut\nenum CodingKeys: String, CodingKey { case open, shut = \"open\" } }",
      "'open' and 'shut' are both the case 'open' in JSON; give one of them another name."),
    Mistake(
      "tag-not-literal", "@Schema @Tagged(▶.tag) enum Event { case open(Int) }",
      "'@Tagged' takes the name of a member, such as '@Tagged(\"type\")', or '.key'."),
    Mistake(
      "positional-type", "@Schema ▶@Positional enum Event { case open(Int) }",
      "'@Positional' writes the members of a struct as an array, but 'Event' has no members; remove '@Positional'."),
    Mistake(
      "positional-type", "@Schema ▶@Positional struct Event { var count: Int { 1 } }",
      "'@Positional' writes the members of a struct as an array, but 'Event' has no members; remove '@Positional'."),
    Mistake(
      "positional-keys",
      "@Schema @Positional struct Event { var id: Int\nenum ▶CodingKeys: String, CodingKey { case id } }",
      "The members of 'Event' have positions instead of names; remove 'CodingKeys'."),
    Mistake(
      "positional-patch", "@Schema @Positional struct Event { var id: Int, name: ▶Patch<String> }",
      "An element cannot be absent, so 'name' cannot be left unchanged; write an optional."),
    Mistake(
      "unread-attribute", "▶@Positional struct Event { var id: Int }",
      "'@Positional' has no effect without '@Schema'; add '@Schema' to 'Event'."),
    Mistake(
      "wrong-declaration", "@Schema struct Event { ▶@Positional var id: Int }",
      "'@Positional' belongs on a '@Schema' struct, and this is a property; move it there or remove it."),
  ]
}
