import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Collected failures", .ownThreads)
struct CollectedFailuresTests {
  // MARK: - Found failures

  @Test("Every error in a nested document is reported with its pointer, kind, expected type and value")
  func planted() throws {
    expect(
      Order.self,
      """
      {"placed":"yesterday","state":"gone","kind":"x","address":{"street":5,"zip":"1"},
       "items":[{"sku":"a","count":1},{"count":1.5},7],"tags":["a",2,null],"amounts":{"a":1,"b":"x"},"note":4}
      """,
      [
        "/id missing UUID", "/placed invalid Date \"yesterday\"", "/state invalid one of \"open\", \"done\" \"gone\"",
        "/kind invalid Kind \"x\"", "/address/street type String 5", "/address/zip type Int \"1\"",
        "/items/1/sku missing String", "/items/1/count type Int 1.5", "/items/2 type Item 7", "/tags/1 type String 2",
        "/tags/2 type String null", "/amounts/b type Int \"x\"", "/note type String 4",
      ])
  }

  @Test("All required members of an empty object are reported as missing")
  func empty() {
    expect(
      Order.self, "{}",
      [
        "/id missing UUID", "/placed missing Date", "/state missing one of \"open\", \"done\"", "/kind missing Kind",
        "/address missing Address", "/items missing [Item]", "/tags missing [String]", "/amounts missing [String: Int]",
      ])
  }

  @Test("Valid documents have no failures")
  func nothing() {
    expect(Item.self, #"{"sku":"a","count":1,"more":[{}]}"#, [])
    expect([Order]?.self, "null", [])
  }

  @Test("Values with a wrong type or out of range are reported, at the root and in its elements")
  func root() {
    expect(Int.self, "\"x\"", [" type Int \"x\""])
    expect(Int8.self, "300", [" invalid Int8 300"])
    expect(Int8?.self, "1.5", [" type Int8 1.5"])
    expect(Item.self, "[1,2]", [" type Item an array"])
    expect([Item].self, "{\"a\":1}", [" type [Item] an object"])
    expect([String: Int].self, "[]", [" type [String: Int] an array"])
    expect([Int: [Date?]].self, "null", [" type [Int: [Date]] null"])
    expect(State.self, "5", [" type one of \"open\", \"done\" 5"])
    expect(Level.self, "9", [" invalid one of 1, 2 9"])
    expect(UUID.self, "\"x\"", [" invalid UUID \"x\""])
    expect(URL.self, "7", [" type URL 7"])
    expect(Data.self, "\"*\"", [" invalid Data \"*\""])
    expect(Decimal.self, "true", [" type Decimal true"])
    expect(Double.self, "1e999", [" invalid Double 1e999"])
    expect([UInt8].self, "[1,256,-1,\"2\"]", ["/1 invalid UInt8 256", "/2 invalid UInt8 -1", "/3 type UInt8 \"2\""])
    expect([Double].self, "[1,null]", ["/1 type Double null"])
    expect([Int128].self, "[1,-1,\"x\"]", ["/2 type Int128 \"x\""])
    expect([String: UInt128].self, #"{"a":1,"b":-1}"#, ["/b invalid UInt128 -1"])
    expect(Wrapper.self, "\"x\"", [" type Int \"x\""])
    expect(Set<Int>.self, "[1,\"a\",2,\"b\"]", ["/1 type Int \"a\"", "/3 type Int \"b\""])
  }

  @Test("Failures have escaped JSON Pointers, and values shortened to 64 characters")
  func rendering() {
    expect([String: Int].self, #"{"a/b~c":"x","é\n\"":null}"#, ["/a~1b~0c type Int \"x\"", "/é\n\" type Int null"])
    let long = String(repeating: "é", count: 500)
    expect([Int].self, "[\"\(long)\"]", ["/0 type Int \"\(long.prefix(64))…\""])
    expect(
      [Int8].self, "[\(String(repeating: "9", count: 500))]", ["/0 invalid Int8 \(String(repeating: "9", count: 64))…"])
  }

  @Test("Failures are found in optionals, nested arrays, dictionaries and ranges")
  func nesting() {
    expect(
      [[Int?]].self, #"[[1,null,"a"],5,["b"]]"#, ["/0/2 type Int \"a\"", "/1 type [Int] 5", "/2/0 type Int \"b\""])
    expect([String: [Item?]].self, #"{"k":[null,{"sku":1}]}"#, ["/k/1/sku type String 1", "/k/1/count missing Int"])
    expect([Int: Item].self, #"{"1":{"sku":"a","count":1},"2":{}}"#, ["/2/sku missing String", "/2/count missing Int"])
    expect(
      [Double: Item].self, #"[1,{"sku":"a"},"x",{"count":1}]"#,
      ["/1/count missing Int", "/2 type Double \"x\"", "/3/sku missing String"])
    expect(ClosedRange<Int>.self, "[1]", ["/1 missing Int"])
    expect(
      [ClosedRange<Int>].self, "[[\"a\"],[1,\"b\"]]",
      ["/0/0 type Int \"a\"", "/0/1 missing Int", "/1/1 type Int \"b\""])
  }

  @Test("Failures are found at every depth of a recursive type, and decoding an endless type terminates")
  func recursive() {
    expect(
      Tree.self, #"{"name":1,"children":[{"name":"a","children":[{"children":[]},{"name":"b"}]},3]}"#,
      [
        "/name type String 1", "/children/0/children/0/name missing String",
        "/children/0/children/1/children missing [Tree]",
        "/children/1 type Tree 3",
      ])
    expect(
      Person.self, #"{"friend":{"name":"a","friend":{"name":1,"age":"x"}},"age":2.5}"#,
      [
        "/name missing String", "/age type Int 2.5", "/friend/friend/name type String 1",
        "/friend/friend/age type Int \"x\"",
      ])
    // A type that contains itself has no value.
    expect(Endless.self, "{}", ["/next missing Endless", "/id missing Int"], in: .any)
    expect(Endless.self, #"{"id":"x","next":{"id":"y","next":{}}}"#, ["/next/next/next missing Endless"], in: .first)
  }

  @Test("Failures are found in enumerations and their associated values")
  func enumerations() {
    expect(
      [Shape].self, #"[{"circle":{}},{"square":{"_0":"x"}},{"empty":{}}]"#,
      ["/0/circle/radius missing Double", "/1/square/_0 type Int \"x\""])
    expect([Shape].self, #"[{"cube":{}}]"#, ["/0 type Shape an object"])
    expect(Drawing.self, "{}", ["/shape missing Shape", "/kind missing Kind", "/title missing String"])
    expect(
      Drawing.self, #"{"shape":{"circle":{"radius":"x"}},"kind":"medium","title":1}"#,
      [
        "/shape/circle/radius type Double \"x\"", "/kind invalid Kind \"medium\"", "/title type String 1",
      ])
    expect(
      [Kind].self, #"["small","x","large","y",5]"#,
      ["/1 invalid Kind \"x\"", "/3 invalid Kind \"y\"", "/4 type String 5"])
  }

  // MARK: - Types that decode themselves

  @Test("Failures are found in the nested containers of a handwritten `init(from:)`")
  func handWritten() {
    expect(
      Manual.self, #"{"nested":{"list":[1,"a",{"deep":"x"}]}}"#,
      [
        "/nested/list/1 type Int \"a\"", "/nested/list/2/deep type Bool \"x\"", "/super missing a value",
        "/last missing String",
      ])
    expect(Manual.self, "{}", ["/nested missing object", "/super missing a value", "/last missing String"])
    expect(Manual.self, #"{"nested":5,"super":1,"last":""}"#, ["/nested type object 5"])
    expect(
      Manual.self, #"{"nested":{"list":{}},"super":1}"#, ["/nested/list type array an object", "/last missing String"])
  }

  @Test("An error that a type catches is not reported")
  func forgiving() {
    expect(Lenient.self, #"{"number":"x","choice":1.5,"list":[1,"a",2]}"#, ["/text missing String"])
    expect(
      Lenient.self, #"{"number":"x","choice":true,"list":[1,"a",2],"text":""}"#, ["/choice type Int true"], in: .first)
    expect([IntOrString].self, #"[1,"a",null,2.5]"#, ["/2 invalid IntOrString null", "/3 invalid IntOrString 2.5"])
  }

  @Test("An error from a type's own check is reported only if its value has no other error")
  func refusing() {
    expect(Booking.self, #"{"from":5,"to":3,"code":"abc"}"#, [" invalid Booking an object"])
    expect(
      [Booking].self, #"[{"from":1,"to":3,"code":"a"},{"from":5,"to":3,"code":"abc"}]"#,
      ["/0/code invalid Code \"a\"", "/1 invalid Booking an object"])
    expect(Booking.self, #"{"from":5,"code":"a"}"#, ["/to missing Int", "/code invalid Code \"a\""])
    expect(Booking.self, #"{"code":"abc","from":5}"#, ["/to missing Int"])
    expect(Odd.self, "2", [" invalid Odd 2"])
    expect(Chosen.self, #"{"a":1}"#, ["/b missing a value"])
  }

  @Test("Collecting the failures of a type that decodes in a loop terminates")
  func looping() {
    expect(Loop.self, #"[1,"a",2,"b"]"#, ["/1 type Int \"a\"", "/3 type Int \"b\""])
    expect(Pairs.self, #"[1,"a",2]"#, ["/3 missing String"])
    expect(Triple.self, "[1]", ["/1 missing String", "/2 missing Bool"])
    expect(Triple.self, "{}", [" type Triple an object"])
    expect(
      [Triple].self, "[5,[],[1,2,3]]",
      [
        "/0 type Triple 5", "/1/0 missing Int", "/1/1 missing String", "/1/2 missing Bool", "/2/1 type String 2",
        "/2/2 type Bool 3",
      ])
    expect(Greedy.self, "[1,2]", (2..<102).map { "/\($0) missing Int" })
    expect(UntilError.self, "{}", ["/values missing array", "/needed missing Int"])
    expect(UntilError.self, #"{"values":7}"#, ["/values type array 7", "/needed missing Int"])
    expect(UntilError.self, #"{"values":[1,2,"x"],"needed":null}"#, ["/needed type Int null"])
  }

  // MARK: - Bounds

  @Test("At most a hundred failures are collected")
  func hundred() throws {
    let text = "[\((0..<500).map { _ in "\"x\"" }.joined(separator: ","))]"
    let failures = JSONReader().failures(decoding: [Int].self, from: try JSONDocument(Array(text.utf8)))
    #expect(failures.count == 100)
    #expect(failures.map(\.pointer) == (0..<100).map { "/\($0)" })
    let loop = JSONReader().failures(decoding: Loop.self, from: try JSONDocument(Array(text.utf8)))
    #expect(loop.map(\.pointer) == (0..<100).map { "/\($0)" })
  }

  @Test("Failures of a deep document are found, and failures of a wide document are collected within 60 s")
  func bounded() throws {
    var text = "{\"name\":1,\"children\":[]}"
    for _ in 0..<60 { text = "{\"name\":\"a\",\"children\":[\(text)]}" }
    let deep = JSONReader().failures(decoding: Tree.self, from: try JSONDocument(Array(text.utf8)))
    #expect(deep.map(\.pointer) == [String(repeating: "/children/0", count: 60) + "/name"])

    let wide = "[\(String(repeating: "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]],", count: 1000))\"x\"]"
    let document = try JSONDocument(Array(wide.utf8))
    let elapsed = ContinuousClock().measure {
      #expect(!JSONReader().failures(decoding: [Nest].self, from: document).isEmpty)
      #expect(!JSONReader().failures(decoding: Loop.self, from: document).isEmpty)
    }
    #expect(elapsed < .seconds(60))
  }

  @Test("The userInfo of a reader is released after failures are collected")
  func leaks() throws {
    final class Token: Sendable {}
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    weak var watched: Token?
    do {
      let token = Token()
      watched = token
      let reader = JSONReader(userInfo: [key: token])
      for text in [#"{"number":"x","list":[]}"#, #"{"number":1}"#, #"{"choice":true,"list":["a"]}"#, "[[]]", "{}"] {
        let document = try JSONDocument(Array(text.utf8))
        #expect(!reader.failures(decoding: Lenient.self, from: document).isEmpty)
        #expect(!reader.failures(decoding: [IntOrString].self, from: document).isEmpty)
        #expect(!reader.failures(decoding: UntilError.self, from: document).isEmpty)
      }
    }
    #expect(watched == nil)
  }

  @Test("All values replaced at random in a valid document are reported, up to 100, and no others")
  func property() throws {
    var generator = Randomness.Generator(seed: 77)
    for _ in 0..<150 {
      let orders = RandomValue.array(&generator) { Order(random: &$0) }
      let bytes = try JSONWriter.bytes(of: orders)
      let document = try JSONDocument(bytes)
      let scalars = document.tape.entries.indices.filter { index in
        let entry = document.tape.entries[index]
        let isName =
          index > 0 && entry.kind == .string && bytes[Int(entry.offset + entry.length) + 1] == UInt8(ascii: ":")
        return entry.kind != .array && entry.kind != .object && !isName
      }
      let broken = scalars.filter { _ in Int.random(in: 0...5, using: &generator) == 0 }
      var changed = bytes
      for index in broken.reversed() {
        let entry = document.tape.entries[index]
        let quotes = entry.kind == .string || entry.kind == .escapedString ? 1 : 0
        let start = Int(entry.offset) - quotes
        changed.replaceSubrange(start..<Int(entry.offset + entry.length) + quotes, with: Array("{\"bad\":[]}".utf8))
      }
      let expected = broken.map { JSONDocument.Node(tape: document.tape, index: $0).pointer }
      let failures = JSONReader().failures(decoding: [Order].self, from: try JSONDocument(changed))
      #expect(failures.map(\.pointer).sorted() == Array(expected.sorted().prefix(100)))
      #expect(failures.allSatisfy { $0.code == .type && $0.found == "an object" })
    }
  }

  @Test("A randomly changed document has failures if and only if decoding throws")
  func agreement() throws {
    var generator = Randomness.Generator(seed: 78)
    for _ in 0..<250 {
      var bytes = try JSONWriter.bytes(of: Everything(random: &generator, depth: 1))
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = #"{}[]",:0123456789.-abs"#.utf8.randomElement(using: &generator) ?? 0
      }
      guard let document = try? JSONDocument(bytes) else { continue }
      let decodes = (try? JSONReader().decode(Everything.self, from: document)) != nil
      let failures = JSONReader().failures(decoding: Everything.self, from: document)
      #expect(failures.isEmpty == decodes)
    }
  }

  // MARK: - Members

  @Test("Members read one by one share one list of failures")
  func members() throws {
    let root = try JSONDocument(Array(#"{"body":{"a":1,"b":"x","n":null,"items":[{"sku":1}]}}"#.utf8)).root
    let body = try #require(root.member("body"))
    let reader = JSONReader()
    var failures: [CodingFailure] = []
    #expect(reader.decodeMember("a", as: Int.self, of: body, failures: &failures) == 1)
    #expect(reader.decodeMember("b", as: Int.self, of: body, failures: &failures) == nil)
    #expect(reader.decodeMember("c/d", as: [String].self, of: body, failures: &failures) == nil)
    #expect(reader.decodeMember("items", as: [Item].self, of: body, failures: &failures) == nil)
    #expect(reader.decodeMemberIfPresent("n", as: Int.self, of: body, failures: &failures) == .some(nil))
    #expect(reader.decodeMemberIfPresent("z", as: Int.self, of: body, failures: &failures) == .some(nil))
    #expect(reader.decodeMemberIfPresent("b", as: Bool.self, of: body, failures: &failures) == nil)
    #expect(reader.decode(Item.self, at: body, failures: &failures) == nil)
    #expect(
      failures == [
        CodingFailure(pointer: "/body/b", code: .type, expected: "Int", found: "\"x\""),
        CodingFailure(pointer: "/body/c~1d", code: .missing, expected: "[String]"),
        CodingFailure(pointer: "/body/items/0/sku", code: .type, expected: "String", found: "1"),
        CodingFailure(pointer: "/body/items/0/count", code: .missing, expected: "Int"),
        CodingFailure(pointer: "/body/b", code: .type, expected: "Bool", found: "\"x\""),
        CodingFailure(pointer: "/body/sku", code: .missing, expected: "String"),
        CodingFailure(pointer: "/body/count", code: .missing, expected: "Int"),
      ])
  }

  // MARK: - Helpers

  private enum Match { case all, any, first }

  private func expect<T: Decodable>(
    _ type: T.Type, _ text: String, _ expected: [String], in match: Match = .all,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard let document = try? JSONDocument(Array(text.utf8)) else {
      Issue.record("no JSON: \(text)", sourceLocation: location)
      return
    }
    let found = JSONReader().failures(decoding: T.self, from: document).map { failure in
      "\(failure.pointer) \(failure.code.rawValue) \(failure.expected)" + (failure.found.map { " \($0)" } ?? "")
    }
    switch match {
    case .all: #expect(found == expected, sourceLocation: location)
    case .any: #expect(!found.isEmpty && Set(found).isSubset(of: expected), "\(found)", sourceLocation: location)
    case .first: #expect(found.first == expected.first, "\(found)", sourceLocation: location)
    }
  }
}
