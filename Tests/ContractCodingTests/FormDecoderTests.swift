import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Reading forms", .ownThreads)
struct FormDecoderTests {
  @Test(
    "Arrays are read in every notation, whatever array style is configured",
    arguments: [
      "k=1&k=2&k=3", "k[]=1&k[]=2&k[]=3", "k%5b%5D=1&k[]=2&k%5B]=3", "k[0]=1&k[1]=2&k[2]=3", "k[7]=2&k[9]=3&k[2]=1",
      "k[999999999999999999999999]=3&k[007]=1&k[8]=2", "k=1&x=9&k[]=2&k[0]=3", "&&k=1&&k=2&k=3&", "%6B=1&k=2&k=3",
    ])
  func arrays(text: String) throws {
    for style in [URLFormOptions.ArrayStyle.repeated, .brackets, .indexed, .separated(by: ",")] {
      #expect(read([Int].self, text, URLFormOptions(arrays: style)) == [1, 2, 3])
    }
  }

  @Test("An array is split only at the configured separator")
  func separators() throws {
    func options(_ separator: String) -> URLFormOptions { URLFormOptions(arrays: .separated(by: separator)) }
    #expect(read([String].self, "k=a,b", URLFormOptions()) == ["a,b"])
    #expect(read([String].self, "k=a,b%2Cc,&k=d", options(",")) == ["a", "b,c", "", "d"])
    #expect(read([String].self, "k=a%7cb|c", options("|")) == ["a", "b", "c"])
    #expect(read([String].self, "k=a+b%20c%2B", options(" ")) == ["a", "b", "c+"])
    #expect(read([String].self, "k=a--b-c%2D-", options("--")) == ["a", "b-c--"])
    #expect(read([String].self, "k=", options(",")) == [""])
    #expect(read(String.self, "k=a,b", options(",")) == "a,b")
  }

  @Test("An encoded separator splits an array without unencoded ones, or elements that cannot contain it")
  func encodedSeparators() throws {
    let options = URLFormOptions(arrays: .separated(by: ","))
    #expect(read([Int].self, "k=1%2C2%2c3", options) == [1, 2, 3])
    #expect(read([String].self, "k=bug%2Cui", options) == ["bug", "ui"])
    #expect(read([String].self, "k=bug%2Cui,x", options) == ["bug,ui", "x"])
    #expect(read(Set<Int>.self, "k=1%2C2", options) == [1, 2])
    #expect(read(String.self, "k=bug%2Cui", options) == "bug,ui")
    #expect(read([Double].self, "k=1%2C2", URLFormOptions()) == nil)
    #expect(read([Int].self, "k=1%2C2,3", options) == [1, 2, 3])
    #expect(read([Int].self, "k=1,2%2C3&k=4%2c5", options) == [1, 2, 3, 4, 5])
    #expect(read(Set<Int>.self, "k=1%2C2,3", options) == [1, 2, 3])
    #expect(read([Int?].self, "k=1%2C2,3", options) == [1, 2, 3])
    #expect(read([State].self, "k=open%2Cdone,open", options) == [.open, .done, .open])
    #expect(read([Int].self, "k=1%2Cx,3", options) == nil)
    // A string is split into elements of the type that is read, even if several types are tried.
    #expect(read(IntsOrStrings.self, "k=1%2C2,3", options) == .ints([1, 2, 3]))
    #expect(read(IntsOrStrings.self, "k=1%2C2,x", options) == .strings(["1,2", "x"]))
    let json = URLFormOptions(arrays: .separated(by: ","), nesting: .json)
    #expect(read([Page].self, "k=%7B%22size%22%3A3%2C%22after%22%3A%22x%22%7D", json) == [Page(size: 3, after: "x")])
  }

  @Test(
    "An empty string is read as an empty list if the elements cannot be empty", arguments: ["k=", "k", "k[]=", "k[]"])
  func emptyLists(text: String) throws {
    #expect(read([Int].self, text) == [])
    #expect(read(Set<Int>.self, text) == [])
    #expect(read([Double]?.self, text) == .some([]))
    #expect(read([State].self, text) == [])
    #expect(read([Int].self, text, URLFormOptions(arrays: .separated(by: ","))) == [])
    #expect(read([String].self, text) == [""])
    #expect(read([Data].self, text) == [Data()])
  }

  @Test("An empty string is read as absent if its type cannot represent it", arguments: ["k=", "k"])
  func emptyTexts(text: String) throws {
    #expect(read(Int?.self, text) == .some(nil))
    #expect(read(Bool?.self, text) == .some(nil))
    #expect(read(Date?.self, text) == .some(nil))
    #expect(read(State?.self, text) == .some(nil))
    #expect(read(Page?.self, text) == .some(nil))
    #expect(read(String?.self, text) == "")
    #expect(read(Data?.self, text) == Data())
    #expect(read(Blank?.self, text) == Blank())
    #expect(read(Int.self, text) == nil)
    #expect(read(State.self, text) == nil)
  }

  struct Optionals: Codable, Equatable {
    var vBool: Bool?
    var vDouble: Double?
    var vFloat: Float?
    var vInt: Int?
    var vInt8: Int8?
    var vInt16: Int16?
    var vInt32: Int32?
    var vInt64: Int64?
    var vInt128: Int128?
    var vUInt: UInt?
    var vUInt8: UInt8?
    var vUInt16: UInt16?
    var vUInt32: UInt32?
    var vUInt64: UInt64?
    var vUInt128: UInt128?
    var text: String?
  }

  @Test("An empty optional number or Bool is read as nil")
  func emptyMembers() throws {
    let names =
      "vBool vDouble vFloat vInt vInt8 vInt16 vInt32 vInt64 vInt128 vUInt vUInt8 vUInt16 vUInt32 vUInt64 vUInt128"
      .split(separator: " ")
    let empty = names.map { $0 + "=" }.joined(separator: "&")
    let read = try URLFormDecoder().decode(Optionals.self, from: empty + "&text=")
    #expect(read == Optionals(text: ""))
    let ones = try URLFormDecoder().decode(Optionals.self, from: names.map { $0 + "=1" }.joined(separator: "&"))
    #expect(ones.vBool == true && ones.vInt128 == 1 && ones.vUInt8 == 1 && ones.vFloat == 1)
  }

  @Test("An empty element of an array is dropped if its type cannot represent it")
  func emptyElements() throws {
    let comma = URLFormOptions(arrays: .separated(by: ","))
    for text in ["k=&k=1&k=2", "k=1&k&k=2&k=", "k[]=1&k[]=&k[]=2", "k[0]=1&k[1]=&k[2]=2", "k=&k[0]=1&k[5]=2"] {
      #expect(read([Int].self, text) == [1, 2])
      #expect(read(Set<Int>.self, text) == [1, 2])
      #expect(read([Int]?.self, text) == [1, 2])
      #expect(read([Int?].self, text) == [1, 2])
      #expect(read([Int].self, text, comma) == [1, 2])
    }
    #expect(read([Int].self, "k=&k=") == [])
    #expect(read([Int]?.self, "k=&k=") == .some([]))
    #expect(read([Int].self, "k=,1,,2,", comma) == [1, 2])
    #expect(read([Int].self, "k=1%2C%2C2,,3", comma) == [1, 2, 3])
    #expect(read([Int].self, "k=,", comma) == [])
    #expect(read([State].self, "k=open&k=") == [.open])
    #expect(read([Page].self, "k[0]=&k[1][size]=3&k[1][after]=x") == [Page(size: 3, after: "x")])
    // In these arrays, an empty string is an element, or nil if the options represent nil in this way.
    #expect(read([String].self, "k=&k=a") == ["", "a"])
    #expect(read([String].self, "k=a,,b", comma) == ["a", "", "b"])
    #expect(read([Data].self, "k=&k=") == [Data(), Data()])
    #expect(read([Blank].self, "k[0]=&k[1]=") == [Blank(), Blank()])
    #expect(read([Int?].self, "k=&k=1", URLFormOptions(nils: .empty)) == [nil, 1])
  }

  @Test("An absent value is read as an empty array, an empty dictionary, an object without members, or nil")
  func nothing() throws {
    #expect(read([Int].self, "") == [])
    #expect(read([String: Int].self, "x=1") == [:])
    #expect(read(Blank.self, "") == Blank())
    #expect(read(Both<Blank>.self, "k=") == Both(k: Blank()))
    #expect(read(Int?.self, "") == .some(nil))
    #expect(read([Int]?.self, "") == .some(nil))
    #expect(read([String].self, "k") == [""])
    #expect(read(Int.self, "") == nil)
    #expect(read(String.self, "k=") == "")
    #expect(read(String?.self, "k=") == "")
    #expect(read(String?.self, "k=", URLFormOptions(nils: .empty)) == .some(nil))
    #expect(read(String.self, "k=", URLFormOptions(nils: .empty)) == "")
    #expect(read([Int?].self, "k=1&k=", URLFormOptions(nils: .empty)) == [1, nil])
    #expect(read(Int?.self, "k", URLFormOptions(nils: .bareKey)) == .some(nil))
    #expect(read([Int?].self, "k[]=1&k[]", URLFormOptions(nils: .bareKey)) == [1, nil])
    #expect(read(String?.self, "k", URLFormOptions()) == "")
  }

  @Test("Members are read in brackets by default, and after dots or in JSON if configured")
  func nesting() throws {
    let page = Page(size: 3, after: "x")
    #expect(read(Page.self, "k[size]=3&k[after]=x") == page)
    #expect(read(Page.self, "k.size=3&k.after=x") == nil)
    #expect(read(Page.self, "k.size=3&k[after]=x", URLFormOptions(nesting: .dots)) == page)
    #expect(read([Page].self, "k[0].size=3&k.0.after=x", URLFormOptions(nesting: .dots)) == [page])
    #expect(read(Page.self, #"k={"size":3,"after":"x"}"#, URLFormOptions(nesting: .json)) == page)
    #expect(read([Page].self, "k[][size]=3&k[][after]=x") == [page])
    #expect(read([Page].self, "k[][size]=3&k[][after]=x&k[][size]=4") == [page, Page(size: 4)])
    #expect(read([[Int]].self, "k[][]=1&k[][]=2&k[5][]=3&k[5][]=4") == [[1, 2], [3, 4]])
    #expect(read([Int: String].self, "k[1]=a&k[-2]=b") == [1: "a", -2: "b"])
    #expect(read([String: [Int]].self, "k[a]=1&k[a]=2&k[b c]=3") == ["a": [1, 2], "b c": [3]])
    #expect(read([[Int]].self, "k=[1,2]&k=[]", URLFormOptions(nesting: .json)) == [[1, 2], []])
    #expect(read([Int?: String].self, "") == [:])
  }

  @Test("Brackets and dots that do not form members are part of the name")
  func oddNames() throws {
    for name in ["a[b", "a]b", "[a]", "a[b]c", "[]", "a[[b]]", "", "a[b]]", ".a", "a."] {
      let values = try URLFormDecoder().decode([String: Int].self, from: "\(name)=1")
      #expect(values == [name: 1], "\(name)")
      guard !name.isEmpty, !name.contains("[") else { continue }
      let dotted = URLFormDecoder(options: URLFormOptions(nesting: .dots))
      #expect(try dotted.decode([String: Int].self, from: "\(name)=1") == [name: 1])
    }
  }

  @Test("The common words for true and false are read in any letter case, unless configured otherwise")
  func bools() throws {
    for word in ["true", "T", "Yes", "y", "1"] { #expect(read(Bool.self, "k=\(word)") == true) }
    for word in ["False", "f", "NO", "n", "0"] { #expect(read(Bool.self, "k=\(word)") == false) }
    for word in ["", "2", "on", "truee", "k"] { #expect(read(Bool.self, "k=\(word)") == nil) }
    let custom = URLFormOptions(bools: .custom(true: "on", false: "1"))
    #expect(read(Bool.self, "k=on", custom) == true)
    #expect(read(Bool.self, "k=1", custom) == false)
    #expect(read(Bool.self, "k=yes", custom) == true)
  }

  @Test("Scalar values of every type are parsed exactly, and malformed or out-of-range ones are refused")
  func scalars() throws {
    #expect(read(Int.self, "k=%2B7") == 7)
    #expect(read(Int8.self, "k=-128") == -128)
    #expect(read(UInt128.self, "k=\(UInt128.max)") == .max)
    for text in ["1.0", "1e3", "0x1", " 1", "1 ", "", "--1", "１"] { #expect(read(Int.self, "k=\(text)") == nil) }
    #expect(read(Int8.self, "k=128") == nil)
    #expect(read(Double.self, "k=1e3") == 1000)
    #expect(read(Double.self, "k=1e999") == nil)
    #expect(read(Double.self, "k=inf") == .infinity)
    #expect(read(Float.self, "k=-.5") == -0.5)
    for text in ["0x10", "-0x1p3", "0x"] {
      #expect(read(Double.self, "k=\(text)") == nil)
      #expect(read([Float].self, "k=\(text)") == nil)
    }
    #expect(read(Decimal.self, "k=-12.50") == Decimal(string: "-12.5"))
    for text in ["1.2.3", "1x", "", ".", "NaN", "1e", "-", "1e-9223372036854775808"] {
      #expect(read(Decimal.self, "k=\(text)") == nil)
    }
    let date = Date(timeIntervalSince1970: 1)
    #expect(read(Date.self, "k=1970-01-01T00:00:01Z") == date)
    #expect(read(Date.self, "k=1970-01-01T01:00:01.000%2B01:00") == date)
    #expect(read(Date.self, "k=1970-01-01") == nil)
    #expect(read(Date.self, "k=1", URLFormOptions(dates: .secondsSince1970)) == date)
    #expect(read(Data.self, "k=Af8%3D") == Data([1, 255]))
    #expect(read(Data.self, "k=*") == nil)
    let length = URLFormOptions(data: .custom(encode: { "\($0.count)" }, decode: { Data(count: Int($0) ?? 0) }))
    #expect(read(Data.self, "k=2", length) == Data(count: 2))
    let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c"
    #expect(read(UUID.self, "k=\(uuid)8") == UUID(uuidString: uuid + "8"))
    for end in ["", "8%00", "8%00x", "%2B", "+"] { #expect(read(UUID.self, "k=\(uuid)\(end)") == nil) }
    #expect(read(URL.self, "k=http://a/b") == URL(string: "http://a/b"))
    #expect(read(State.self, "k=open") == .open)
    #expect(read(Level.self, "k=2") == .high)
    #expect(read(Shape.self, "k[circle][radius]=2") == .circle(radius: 2))
    #expect(read(Shape.self, "k[empty]=") == .empty)
    #expect(read(String.self, "k=a+b%20%C3%a9%2B=c") == "a b é+=c")
  }

  @Test("Coding keys are mapped, and keys of dictionaries are not")
  func keys() throws {
    let options = URLFormOptions(keys: .snakeCase)
    let text = "k[first_name]=a&k[home_url]=b&k[tag_counts][my_tag]=1"
    #expect(
      read(Named.self, text, options) == Named(firstName: "a", homeURL: "b", tagCounts: ["my_tag": 1]))
  }

  @Test("Handwritten types can decode nested containers and super decoders")
  func containers() throws {
    let decoder = URLFormDecoder()
    let crooked = try decoder.decode(Crooked.self, from: "last=five&list=6&inner[x]=7&inner[y]=")
    #expect(crooked.x == 7 && crooked.y == "five" && crooked.z == [6])
    let bird = try decoder.decode(Bird.self, from: "super[legs]=3&song=s")
    #expect(bird.legs == 3 && bird.song == "s")
  }

  @Test("A decoding error has the coding path of the value")
  func places() throws {
    let rows: [(String, String)] = [
      ("k=x", "typeMismatch /k"), ("k=1&k=2", "typeMismatch /k"), ("k=1&k[a]=2", "typeMismatch /k"),
      ("k[a]=1", "typeMismatch /k"), ("k[]=1", "typeMismatch /k"), ("k=%zz", "dataCorrupted /k"),
      ("k=%", "dataCorrupted /k"), ("k=%00", "dataCorrupted /k"), ("k=%C3", "dataCorrupted /k"),
      ("k=%C0%80", "dataCorrupted /k"), ("k=99999999999999999999", "dataCorrupted /k"), ("j=1", "keyNotFound /k"),
    ]
    for (text, expected) in rows {
      do {
        let value = try URLFormDecoder().decode(Both<Int>.self, from: text)
        Issue.record("\(text) was read as \(value)")
      } catch let error as DecodingError {
        #expect(describe(error) == expected, "\(text)")
      }
    }
  }

  @Test("The error for an invalid name states the reason and the remedy")
  func reasonsOfNames() {
    let rows = [
      ("a%00=1", #"the name "a%00" contains NUL; remove it"#), ("a\0=1", "the name \"a\0\" contains NUL; remove it"),
      ("%zz=1", #"the name "%zz" is not percent-encoded UTF-8; encode every % as %25"#),
      ("%0=1", #"the name "%0" is not percent-encoded UTF-8; encode every % as %25"#),
    ]
    for (text, reason) in rows {
      let error = #expect(throws: URLFormError.self) {
        try URLFormDecoder().decode([String: String].self, from: text)
      }
      #expect(error?.description == reason)
    }
  }

  @Test("Malformed names, excessive nesting and too many members are refused")
  func limits() throws {
    let rows: [(String, URLFormError.Code)] = [
      ("a=1&%zz=1", .invalidName), ("%=1", .invalidName), ("a%00=1", .invalidName), ("%FF=1", .invalidName),
      ("a" + String(repeating: "[b]", count: 32) + "=1", .tooDeep),
      ("a" + String(repeating: "[]", count: 32) + "=1", .tooDeep),
      ("a" + String(repeating: "[b]", count: 100_000) + "=1", .tooDeep),
      (String(repeating: "a=1&", count: 1001), .tooManyMembers),
      ((0..<100_000).map { "a[\($0)]=1" }.joined(separator: "&"), .tooManyMembers),
    ]
    for (text, code) in rows {
      let error = #expect(throws: URLFormError.self) {
        try URLFormDecoder().decode([String: String].self, from: text)
      }
      #expect(error?.code == code)
    }
    let deepest = "x" + String(repeating: "[b]", count: 31) + "=1&" + String(repeating: "c=1&", count: 999)
    #expect(try URLFormDecoder().decode(Blank.self, from: deepest) == Blank())
    let wide = URLFormDecoder(limits: URLFormLimits(maxMembers: 100_000))
    let many = (0..<100_000).map { "k[\($0)]=\($0)" }.joined(separator: "&")
    #expect(try wide.decode(Both<[Int]>.self, from: many).k == Array(0..<100_000))
    let json = URLFormDecoder(options: URLFormOptions(nesting: .json))
    func nested(_ levels: Int) -> String {
      "k=" + String(repeating: #"{"d":["#, count: levels) + String(repeating: "]}", count: levels)
    }
    #expect(try json.decode(Both<Deep>.self, from: nested(16)).k.depth == 16)
    #expect(throws: DecodingError.self) { try json.decode(Both<Deep>.self, from: nested(17)) }
  }

  struct Deep: Codable, Equatable {
    var d: [Deep]
    var depth: Int { 1 + (d.first?.depth ?? 0) }
  }

  @Test("Decoding a recursive type without nested input terminates")
  func recursion() throws {
    #expect(throws: DecodingError.self) { try URLFormDecoder().decode(Endless.self, from: "") }
    #expect(throws: DecodingError.self) { try URLFormDecoder().decode(Twofold.self, from: "") }
    #expect(try URLFormDecoder().decode(Tree.self, from: "name=a").children.isEmpty)
  }

  /// Decodes itself twice.
  final class Twofold: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: JSONKey.self)
      if (try? container.decode(Twofold.self, forKey: "a")) == nil {
        _ = try container.decode(Twofold.self, forKey: "b")
      }
    }
  }

  // MARK: -

  /// The value with the name `k`, or the whole form for types that are not single values; nil if it cannot be read.
  private func read<T: Codable & Equatable>(
    _ type: T.Type, _ text: String, _ options: URLFormOptions = URLFormOptions()
  ) -> T? {
    let decoder = URLFormDecoder(options: options)
    if T.self == Both<Blank>.self { return try? decoder.decode(T.self, from: text) }
    guard let tree = try? decoder.tree(of: Array(text.utf8)[...]) else { return nil }
    var failures: [CodingFailure] = []
    let strict = try? decoder.decode(Both<T>.self, from: tree)
    let collected = decoder.decodeMember("k", as: T.self, of: tree, failures: &failures)
    #expect(strict?.k == collected)
    #expect((strict == nil) == !failures.isEmpty)
    return collected
  }

  private func describe(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context): "typeMismatch " + JSONPath.pointer(context.codingPath)
    case .valueNotFound(_, let context): "valueNotFound " + JSONPath.pointer(context.codingPath)
    case .dataCorrupted(let context): "dataCorrupted " + JSONPath.pointer(context.codingPath)
    case .keyNotFound(let key, let context): "keyNotFound " + JSONPath.pointer(context.codingPath + [key])
    @unknown default: "unknown"
    }
  }
}
