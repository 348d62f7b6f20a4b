import Contract
import ContractMacroFixtures
import Testing

@Suite("JSON Schemas of @Schema types")
struct SchemaDescriptionTests {
  /// A type and its schema, without the line that names the dialect.
  struct Row: Sendable, CustomTestStringConvertible {
    let type: any Contract::Schema.Type
    let options: JSONOptions
    let expected: String

    var testDescription: String { "\(type)" }

    init(_ type: any Contract::Schema.Type, _ expected: String, options: JSONOptions = JSONOptions()) {
      self.type = type
      self.options = options
      self.expected = expected.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined()
    }
  }

  private static let person = """
    {"type":"object","properties":{"name":{"type":"string"},"reports":{"type":"array",
    "items":{"$ref":"#/$defs/Person"},"default":[]}},"required":["name"],"description":"Somebody, and those below."}
    """

  private static let todoItem = """
    {"type":"object","properties":{"id":{"type":"integer","format":"int64"},
    "title":{"type":"string","minLength":1,"maxLength":80,"description":"The words.","examples":["milk","bread"]},
    "due":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}],"description":"When it has to be done."},
    "tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":5},"maxItems":3},
    "owner":{"anyOf":[{"$ref":"#/$defs/Person"},{"type":"null"}]}},"required":["id","title","tags"],
    "description":"A thing to do.\\n\\nIt has words."}
    """

  private static let rows: [Row] = [
    Row(
      TodoItem.self,
      """
      "type":"object","properties":{"id":{"type":"integer","format":"int64"},
      "title":{"type":"string","minLength":1,"maxLength":80,"description":"The words.","examples":["milk","bread"]},
      "due":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}],"description":"When it has to be done."},
      "tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":5},"maxItems":3},
      "owner":{"anyOf":[{"$ref":"#/$defs/Person"},{"type":"null"}]}},"required":["id","title","tags"],"title":"TodoItem",
      "description":"A thing to do.\\n\\nIt has words.","$defs":{"Person":\(person)}
      """),
    Row(
      Person.self,
      """
      "type":"object","properties":{"name":{"type":"string"},"reports":{"type":"array","items":{"$ref":"#"},
      "default":[]}},"required":["name"],"title":"Person","description":"Somebody, and those below."
      """),
    Row(
      Everything.self,
      """
      "type":"object","properties":{"version":{"type":"integer","format":"int64","const":2},"flag":{"type":"boolean"},
      "small":{"type":"integer","minimum":0,"maximum":255},"wide":{"type":"integer","format":"int64"},
      "ratio":{"type":"number","format":"double"},"single":{"type":"number","format":"float",
      "exclusiveMinimum":-3.40282356779733661637539395458142568448e+38,
      "exclusiveMaximum":3.40282356779733661637539395458142568448e+38},
      "price":{"type":"number","minimum":-3.40282366920938463463374607431768211455e+165,
      "maximum":3.40282366920938463463374607431768211455e+165},
      "id":{"type":"string","format":"uuid"},"link":{"type":"string","format":"uri-reference","minLength":1},
      "bytes":{"type":"string","contentEncoding":"base64"},"on":{"type":"number"},
      "names":{"type":"array","items":{"type":"string"}},
      "counts":{"type":"object","additionalProperties":{"type":"integer","format":"int64"}},
      "by_number":{"type":"object","additionalProperties":{"$ref":"#/$defs/Progress"},
      "propertyNames":{"pattern":"^(?:[+-]?0*(?:[0-9]{1,18}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}
      |9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}
      |922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}
      |9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}
      |9223372036854775[0-7][0-9]{2}|922337203685477580[0-7])|-0*9223372036854775808)$"}},
      "gaps":{"type":"array","items":{"type":["integer","null"],"format":"int64"}},"plain":{"$ref":"#/$defs/Plain"},
      "plains":{"type":["array","null"],"items":{"$ref":"#/$defs/Plain"}},
      "optional":{"type":["integer","null"],"format":"int64"},
      "progress":{"$ref":"#/$defs/Progress"},"shape":{"$ref":"#/$defs/Figure"},"level":{"$ref":"#/$defs/Level"},
      "marks":{"$ref":"#/$defs/Marks"},"in":{"type":"string"},"self":{"type":"integer","format":"int64"},
      "limit":{"type":"integer","format":"int64","default":20},"size":{"type":"number","format":"double","default":1.5},
      "label":{"type":["string","null"],"default":"none"},"later":{"$ref":"#/$defs/Progress"},
      "observed":{"type":"boolean","default":false}},
      "required":["flag","small","wide","ratio","single","price","id","link","bytes","on","names","counts","by_number",
      "gaps","plain","progress","shape","level","marks","in","self"],"title":"Everything",
      "description":"Every kind of member.","$defs":{
      "Figure":{"oneOf":[
      {"type":"object","properties":{"nothing":{"type":"object"}},"required":["nothing"],"description":"Nothing at all."},
      {"type":"object","properties":{"circle":{"type":"object","properties":{
      "radius":{"type":"number","format":"double"},"_1":{"anyOf":[{"$ref":"#/$defs/Plain"},{"type":"null"}]}},
      "required":["radius"]}},"required":["circle"]},
      {"type":"object","properties":{"line":{"type":"object","properties":{"from":{"type":"integer","format":"int64"},
      "to":{"type":["integer","null"],"format":"int64"}},"required":["from"]}},"required":["line"]},
      {"type":"object","properties":{"group":{"type":"object","properties":{"name":{"type":"string"},
      "of":{"type":"array","items":{"$ref":"#/$defs/Figure"}}},"required":["name","of"]}},"required":["group"]},
      {"type":"object","properties":{"self":{"type":"object","properties":{"in":{"$ref":"#/$defs/Progress"}},
      "required":["in"]}},"required":["self"]}],"description":"A figure."},
      "Level":{"type":"integer","enum":[1,2]},"Marks":{"type":"integer","format":"int64"},
      "Plain":{"type":"object","properties":{"x":{"type":"integer","format":"int64"},"y":{"type":"string"}},
      "required":["x","y"]},"Progress":{"type":"string","enum":["open","finished","default"],"description":"What has become of it."}}
      """, options: JSONOptions(dates: .secondsSince1970, keys: .snakeCase)),
    Row(
      Listing<Person>.self,
      """
      "type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/Person"},"maxItems":2},
      "next":{"anyOf":[{"$ref":"#/$defs/Person"},{"type":"null"}]},"total":{"type":"integer","format":"int64","default":0}},"required":["items"],
      "title":"ListingOfPerson","$defs":{"Person":\(person)}
      """),
    Row(
      GenericPage<Person>.self,
      """
      "type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/Person"},"default":[]},
      "byName":{"type":"object","additionalProperties":{"$ref":"#/$defs/Person"},"default":{}},
      "byNumber":{"type":"object","additionalProperties":{"$ref":"#/$defs/Person"},
      "propertyNames":{"pattern":"^(?:[+-]?0*(?:[0-9]{1,18}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}
      |9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}
      |922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}
      |9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}
      |9223372036854775[0-7][0-9]{2}|922337203685477580[0-7])|-0*9223372036854775808)$"}},"size":{"type":"integer","format":"int64","default":20}},
      "title":"GenericPageOfPerson","description":"A generic type with initial values.","$defs":{"Person":\(person)}
      """),
    Row(
      [Person?].self,
      """
      "type":"array","items":{"anyOf":[{"$ref":"#/$defs/Person"},{"type":"null"}]},"$defs":{"Person":\(person)}
      """),
    Row(
      [String: Only].self,
      """
      "type":"object","additionalProperties":{"$ref":"#/$defs/Only"},"$defs":{"Only":{"oneOf":[{"type":"object",
      "properties":{"one":{"type":"object","properties":{"_0":{"type":"integer","format":"int64"}},"required":["_0"]}},
      "required":["one"]}]}}
      """),
    Row(
      Sealed.self,
      """
      "type":"object","properties":{"boxes":{"type":"array","items":{"$ref":"#/$defs/Box"}},"label":{"type":"string","maxLength":1000,
      "pattern":"^(?:[a-z]+)$"}},"required":["boxes","label"],"title":"Sealed",
      "description":"A type with a compiled reader around a plain one around one with rules.","$defs":{
      "Box":{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/TodoItem"}},
      "size":{"type":"integer","format":"int64"}},"required":["items","size"]},"Person":\(person),
      "TodoItem":\(todoItem)}
      """),
    Row(Nothing.self, #""type":"object","title":"Nothing""#),
    Row(
      Progress?.self,
      """
      "anyOf":[{"$ref":"#/$defs/Progress"},{"type":"null"}],"$defs":{"Progress":{"type":"string",
      "enum":["open","finished","default"],"description":"What has become of it."}}
      """),
  ]

  @Test("A JSON Schema describes everything the type declares", arguments: rows)
  func describes(_ row: Row) throws {
    let text = Contract::JSONSchema.text(of: row.type, options: row.options)
    #expect(text == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","# + row.expected + "}")
    _ = try JSONDocument(Array(text.utf8))
  }

  @Test("Types with one name have separate definitions")
  func names() {
    var definitions = JSONSchemaDefinitions(at: "#/components/schemas/")
    var writer = JSONWriter()
    definitions.write(.of([String: [Folder.Item]].self), to: &writer)
    definitions.write(.of(Item.self), to: &writer)
    definitions.write(.of(Listing<Item>.self), to: &writer)
    var all = JSONWriter()
    definitions.writeAll(to: &all)
    #expect(definitions.allNames == ["Item", "Item2", "ListingOfItem"])
    #expect(
      String(decoding: all.bytes, as: UTF8.self).hasPrefix(
        #"{"Item":{"type":"object","properties":{"id":{"type":"integer","format":"int64"}},"required":["id"]},"#
          + #""Item2":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},"ListingOfItem":"#))
  }
}

@Schema private struct Item { var text: String }
