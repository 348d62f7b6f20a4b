import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Writing forms")
struct FormEncoderTests {
  private let filter = Filter(status: ["open", "done"], page: Page(size: 3), isOpen: true)

  @Test("Arrays, members and Bools are written as configured")
  func styles() throws {
    typealias Options = URLFormOptions
    let arrays: [(Options.ArrayStyle, String, String)] = [
      (.repeated, "status=open&status=done", "f[status]=open&f[status]=done"),
      (.brackets, "status[]=open&status[]=done", "f[status][]=open&f[status][]=done"),
      (.indexed, "status[0]=open&status[1]=done", "f[status][0]=open&f[status][1]=done"),
      (.separated(by: ","), "status=open,done", "f[status]=open,done"),
    ]
    let bools: [(Options.BoolStyle, String)] = [
      (.literal, "true"), (.numeric, "1"), (.custom(true: "on", false: "off"), "on"),
    ]
    for (style, root, below) in arrays {
      for (bool, word) in bools {
        var options = Options(arrays: style, bools: bool, escapesBrackets: false)
        expect(filter, options, "\(root)&page[size]=3&isOpen=\(word)")
        expect(One(filter), options, "\(below)&f[page][size]=3&f[isOpen]=\(word)".replacing("f[", with: "k["))
        options.nesting = .dots
        expect(filter, options, "\(root)&page.size=3&isOpen=\(word)")
        options.nesting = .json
        expect(filter, options, "\(root)&page=%7B%22size%22%3A3%7D&isOpen=\(word)")
        expect(
          One(filter), options,
          "k=%7B%22status%22%3A%5B%22open%22%2C%22done%22%5D%2C%22page%22%3A%7B%22size%22%3A3%7D"
            + "%2C%22isOpen%22%3Atrue%7D")
      }
    }
  }

  @Test("Arrays of arrays and of objects are written with indexes or as JSON")
  func nestedArrays() throws {
    let leaves = One([Leaf(name: "a", sizes: [1, 2]), Leaf(name: "b", sizes: [])])
    let matrix = One([[1, 2], [3]])
    let styles: [(URLFormOptions.ArrayStyle, String, String)] = [
      (.repeated, "k[0][name]=a&k[0][sizes]=1&k[0][sizes]=2&k[1][name]=b", "k[0]=1&k[0]=2&k[1]=3"),
      (.brackets, "k[0][name]=a&k[0][sizes][]=1&k[0][sizes][]=2&k[1][name]=b", "k[0][]=1&k[0][]=2&k[1][]=3"),
      (.indexed, "k[0][name]=a&k[0][sizes][0]=1&k[0][sizes][1]=2&k[1][name]=b", "k[0][0]=1&k[0][1]=2&k[1][0]=3"),
      (.separated(by: ";"), "k[0][name]=a&k[0][sizes]=1;2&k[1][name]=b", "k[0]=1;2&k[1]=3"),
    ]
    for (style, objects, arrays) in styles {
      expect(leaves, URLFormOptions(arrays: style, escapesBrackets: false), objects)
      expect(matrix, URLFormOptions(arrays: style, escapesBrackets: false), arrays)
    }
    expect(
      leaves, URLFormOptions(nesting: .dots, escapesBrackets: false),
      "k[0].name=a&k[0].sizes=1&k[0].sizes=2&k[1].name=b")
    expect(matrix, URLFormOptions(arrays: .brackets, nesting: .json), "k%5B%5D=%5B1%2C2%5D&k%5B%5D=%5B3%5D")
  }

  @Test("All characters except unreserved and configured ones are percent-encoded")
  func escaping() throws {
    let value = One("aZ09-._~ /?&=+%#[]{}é😀")
    let rest = "%26%3D%2B%25%23%5B%5D%7B%7D%C3%A9%F0%9F%98%80"
    expect(value, URLFormOptions(), "k=aZ09-._~%20%2F%3F" + rest)
    expect(value, URLFormOptions(space: .plus), "k=aZ09-._~+%2F%3F" + rest)
    expect(value, URLFormOptions(unescaped: .unreservedAndSlashAndQuestionMark), "k=aZ09-._~%20/?" + rest)
    expect(One([1]), URLFormOptions(arrays: .brackets), "k%5B%5D=1")
    expect(["a b&": "c"], URLFormOptions(), "a%20b%26=c")
  }

  @Test("A separator within an element is encoded, or refused if the array would be read differently")
  func separators() throws {
    func options(_ separator: String) -> URLFormOptions { URLFormOptions(arrays: .separated(by: separator)) }
    expect(One(["a,b", "c"]), options(","), "k=a%2Cb,c")
    expect(One(["a-b", "c"]), options("-"), "k=a%2Db-c")
    expect(One(["2", "x"]), options("2"), "k=%322x")
    expect(One(["a", "b"]), options("|"), "k=a%7Cb")
    expect(One(["", ""]), options(","), "k=,")
    expect(One([""]), options(","), "k=")
    refuse(One(["a|b"]), options("|"), "/k/0")
    // An array whose only element is `a,b` would be read as two elements.
    refuse(One(["a,b"]), options(","), "/k/0")
    refuse(One(["a"]), options(""), "/k")
  }

  @Test("nil is written as configured, and refused where it would be lost")
  func nils() throws {
    let value = ["a": Int?.none]
    expect(value, URLFormOptions(), "")
    expect(value, URLFormOptions(nils: .bareKey), "a")
    expect(value, URLFormOptions(nils: .empty), "a=")
    expect(Page(size: 1), URLFormOptions(nils: .empty), "size=1")
    refuse(One([1, nil]), URLFormOptions(), "/k/1")
    expect(One([1, nil]), URLFormOptions(nils: .bareKey), "k=1&k")
    expect(One([1, nil]), URLFormOptions(arrays: .separated(by: ","), nils: .empty), "k=1,")
    refuse(One([1, nil]), URLFormOptions(arrays: .separated(by: ","), nils: .bareKey), "/k/1")
    expect(One([[1], nil]), URLFormOptions(nils: .empty), "k%5B0%5D=1&k%5B1%5D=")
    refuse(One([[1], nil]), URLFormOptions(), "/k/1")
  }

  @Test("Empty values are omitted, unless omitting them would change the value that is read")
  func empties() throws {
    expect(One([Int]()), URLFormOptions(), "")
    expect(One([String: Int]()), URLFormOptions(), "")
    expect(One(Blank()), URLFormOptions(), "")
    expect(Blank(), URLFormOptions(), "")
    expect(One(Shape.empty), URLFormOptions(escapesBrackets: false), "k[empty]=")
    expect(One([Blank(), Blank(a: 1)]), URLFormOptions(escapesBrackets: false), "k[0]=&k[1][a]=1")
    refuse(One([[1], []]), URLFormOptions(), "/k/1")
    expect(One([[1], []]), URLFormOptions(nesting: .json), "k=%5B1%5D&k=%5B%5D")
  }

  @Test("An empty list in an optional member is refused, except within JSON", arguments: ["a", "set", "byName"])
  func emptyOptionals(name: String) throws {
    var value = Lists()
    switch name {
    case "a": value.a = []
    case "set": value.set = []
    default: value.byName = [:]
    }
    let json = URLFormOptions(nesting: .json)
    refuse(value, URLFormOptions(), "/\(name)")
    refuse(value, URLFormOptions(nesting: .dots, nils: .empty), "/\(name)")
    refuse(value, json, "/\(name)")
    refuse(One([value]), URLFormOptions(), "/k/0/\(name)")
    expect(One(value), json, "k=%7B%22\(name)%22%3A%\(name == "byName" ? "7B%7D" : "5B%5D")%7D")
    // An object of which nothing is written has no more information than nil.
    expect(Lists(blank: Blank()), URLFormOptions(), "")
  }

  @Test("A dictionary keeps a key with an empty object, and refuses an empty array outside JSON")
  func emptyEntries() throws {
    func expectSame<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
      expect(value, URLFormOptions(escapesBrackets: false), text)
      #expect(try URLFormDecoder().decode(Value.self, from: text) == value)
    }
    try expectSame(["a": Blank(), "b": Blank(a: 1)], "a=&b[a]=1")
    try expectSame(["x": ["a": [String: Int](), "b": ["c": 1]]], "x[a]=&x[b][c]=1")
    try expectSame(Both(k: ["a": Blank()]), "k[a]=")
    refuse(["a": [1], "b": []], URLFormOptions(), "/b")
    refuse(One(["b": Set<Int>()]), URLFormOptions(), "/k/b")
    refuse(["b": [Int]()], URLFormOptions(nesting: .json), "/b")
    expect(One(["b": [Int]()]), URLFormOptions(nesting: .json), "k=%7B%22b%22%3A%5B%5D%7D")
  }

  @Test("Types of FoundationEssentials are written as strings, and dates by the configured strategy")
  func foundation() throws {
    let date = Date(timeIntervalSince1970: 1.5)
    expect(One(date), URLFormOptions(), "k=1970-01-01T00%3A00%3A01.5Z")
    expect(One(date), URLFormOptions(dates: .secondsSince1970), "k=1.5")
    expect(One(date), URLFormOptions(dates: .millisecondsSince1970), "k=1500")
    expect(One(date), URLFormOptions(dates: .deferredToDate), "k=-978307198.5")
    expect(
      One(date), URLFormOptions(dates: .custom(encode: { _ in "then" }, decode: { _ in nil })), "k=then")
    expect(One(One(date)), URLFormOptions(nesting: .json, dates: .secondsSince1970), "k=%7B%22k%22%3A1.5%7D")
    expect(One(Data([1, 255])), URLFormOptions(), "k=Af8%3D")
    expect(
      One(Data([1, 255])), URLFormOptions(data: .custom(encode: { "\($0.count)" }, decode: { _ in nil })), "k=2")
    expect(One(Decimal(string: "12.50")), URLFormOptions(), "k=12.5")
    expect(One(URL(string: "http://a/?b=c")), URLFormOptions(), "k=http%3A%2F%2Fa%2F%3Fb%3Dc")
    expect(
      One(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")), URLFormOptions(),
      "k=6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
    expect(One(State.open), URLFormOptions(), "k=open")
    expect(One(Level.high), URLFormOptions(), "k=2")
    expect(One(Int128.min), URLFormOptions(), "k=\(Int128.min)")
    expect(One(0.1), URLFormOptions(), "k=0.1")
    refuse(One(Date(timeIntervalSince1970: 1e15)), URLFormOptions(), "/k")
    refuse(One(Decimal.nan), URLFormOptions(), "/k")
  }

  @Test("Coding keys are mapped at every depth, and keys of dictionaries are not")
  func keys() throws {
    let value = One(Named(firstName: "a", homeURL: "b", tagCounts: ["myTag": 1]))
    let options = URLFormOptions(keys: .snakeCase, escapesBrackets: false)
    expect(value, options, "k[first_name]=a&k[home_url]=b&k[tag_counts][myTag]=1")
    expect(["myTag": value.k], options, "myTag[first_name]=a&myTag[home_url]=b&myTag[tag_counts][myTag]=1")
    expect([3: "x"], options, "3=x")
    var kebab = options
    kebab.keys = .kebabCase
    kebab.nesting = .json
    expect(value.k, kebab, "first-name=a&home-url=b&tag-counts=%7B%22myTag%22%3A1%7D")
  }

  @Test("Members of all objects are sorted if configured")
  func sorted() throws {
    let options = URLFormOptions(escapesBrackets: false, sortsKeys: true)
    expect(filter, options, "isOpen=true&page[size]=3&status=open&status=done")
    expect(One(Leaf(name: "n", sizes: [2, 1])), options, "k[name]=n&k[sizes]=2&k[sizes]=1")
    expect(["b": 1, "a": 2, "é": 3, "B": 4], options, "B=4&a=2&b=1&%C3%A9=3")
  }

  @Test("Dictionaries are sorted by key at every depth, and other members keep their order")
  func dictionaries() throws {
    let entries = Dictionary(uniqueKeysWithValues: (10..<40).map { ("k\($0)", [$0: $0 + 1]) })
    let options = URLFormOptions(escapesBrackets: false)
    let flat = (10..<40).map { "k\($0)[\($0)]=\($0 + 1)" }
    expect(entries, options, flat.joined(separator: "&"))
    let below = flat.map { "k[k" + $0.dropFirst().prefix(2) + "]" + $0.dropFirst(3) }.joined(separator: "&")
    expect(One(Optional(entries)), options, below)
    expect(One([entries]), options, below.replacing("k[k", with: "k[0][k"))
    let json = (10..<40).map { "%22k\($0)%22%3A%7B%22\($0)%22%3A\($0 + 1)%7D" }.joined(separator: "%2C")
    expect(One(entries), URLFormOptions(nesting: .json), "k=%7B\(json)%7D")
    expect(Named(firstName: "z", homeURL: "a"), options, "firstName=z&homeURL=a")
  }

  @Test("Nested containers, filled in any order, and super encoders are written")
  func containers() throws {
    let options = URLFormOptions(escapesBrackets: false)
    expect(Crooked(), options, "inner[y]=two&inner[x]=1&list=3&list=4&last=two")
    expect(Bird(song: "tweet"), options, "song=tweet&super[legs]=2")
    expect(One(Shape.circle(radius: 1)), options, "k[circle][radius]=1.0")
  }

  @Test("Values that have no name or do not round-trip are refused")
  func refused() throws {
    for value: any Encodable in [1, "a", [1], [[1: 2]], Int?.none] as [any Encodable] {
      refuse(value, URLFormOptions(), "")
    }
    refuse(One("a\0"), URLFormOptions(), "/k")
    refuse(["a\0": 1], URLFormOptions(), "/a\0")
    for name in ["a[b]", "[", "a]"] { refuse([name: 1], URLFormOptions(), "/\(name)") }
    refuse(One(["": 1]), URLFormOptions(), "/k/")
    expect(["": 1], URLFormOptions(), "=1")
    expect(["a.b": 1], URLFormOptions(), "a.b=1")
    refuse(["a.b": 1], URLFormOptions(nesting: .dots), "/a.b")
    expect(One(["a[b].": 1]), URLFormOptions(nesting: .json), "k=%7B%22a%5Bb%5D.%22%3A1%7D")
    refuse(One(["a": Double.nan]), URLFormOptions(nesting: .json), "/k/a")
  }

  @Test("The error for a name that cannot be sent states the remedy")
  func remedies() {
    let rows: [([String: [String: Int]], URLFormOptions.NestingStyle, String)] = [
      (
        ["a[b]": ["c": 1]], .brackets,
        #"The name "a[b]" contains brackets, which denote members; use a nested object instead."#
      ),
      (
        ["a": ["b.c": 1]], .dots,
        #"The name "b.c" contains a dot, which denotes a member; use a nested object instead."#
      ),
      (["a": ["": 1]], .brackets, "A member without a name is ambiguous; give it a name."),
    ]
    for (value, nesting, reason) in rows {
      do {
        _ = try URLFormEncoder(options: URLFormOptions(nesting: nesting)).encode(value)
        Issue.record("\(value) was encoded")
      } catch EncodingError.invalidValue(_, let context) {
        #expect(context.debugDescription == reason)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("A value is appended to a form under a given name")
  func named() throws {
    var bytes = Array("a=1".utf8)
    let encoder = URLFormEncoder(options: URLFormOptions(keys: .snakeCase))
    try encoder.append(filter, named: "myFilter", to: &bytes)
    try encoder.append(7, named: "n", to: &bytes)
    try encoder.append([7, 8], named: "n s", to: &bytes)
    try encoder.append(Int?.none, named: "none", to: &bytes)
    #expect(throws: EncodingError.self) { try encoder.append("\0", named: "x", to: &bytes) }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "a=1&myFilter%5Bstatus%5D=open&myFilter%5Bstatus%5D=done&myFilter%5Bpage%5D%5Bsize%5D=3"
        + "&myFilter%5Bis_open%5D=true&n=7&n%20s=7&n%20s=8")
  }

  // MARK: -

  private func expect(
    _ value: some Encodable, _ options: URLFormOptions, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) {
    do {
      let written = try URLFormEncoder(options: options).string(of: value)
      #expect(written == text, sourceLocation: location)
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  private func refuse(
    _ value: some Encodable, _ options: URLFormOptions, _ pointer: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    do {
      let text = try URLFormEncoder(options: options).string(of: value)
      Issue.record("\(text)", sourceLocation: location)
    } catch EncodingError.invalidValue(_, let context) {
      #expect(JSONPath.pointer(context.codingPath) == pointer, sourceLocation: location)
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }
}
