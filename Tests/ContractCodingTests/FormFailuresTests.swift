import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Collected failures of forms")
struct FormFailuresTests {
  @Test("Every error in a form is reported at its location")
  func planted() {
    expect(
      Order.self,
      "placed=yesterday&state=gone&kind=small&kind=large&address[street]=%FF&address[zip]=x"
        + "&items[0][sku]=a&items[0][count]=1&items[7][count]=1.5&items[9]=7&tags=a&tags=%zz&amounts[a]=1&amounts[b]=x"
        + "&note[a]=4",
      [
        "/id missing UUID", "/placed invalid Date yesterday", "/state invalid one of \"open\", \"done\" gone",
        "/kind repeated String 2 values", "/address/street syntax String %FF", "/address/zip type Int x",
        "/items/7/sku missing String", "/items/7/count type Int 1.5", "/items/9 type Item 7",
        "/tags/1 syntax String %zz",
        "/amounts/b type Int x", "/note type String an object",
      ])
  }

  @Test("Each required member is reported as missing from an empty form, including those of nested objects")
  func empty() {
    expect(
      Order.self, "",
      [
        "/id missing UUID", "/placed missing Date", "/state missing one of \"open\", \"done\"",
        "/kind missing String", "/address/street missing String", "/address/zip missing Int",
      ])
  }

  @Test("Valid forms have no failures")
  func nothing() {
    expect(Item.self, "sku=a&count=1&more=2&x=%zz", [])
    expect(Filter.self, "page.size=1&isOpen=1", [], URLFormOptions(nesting: .dots))
  }

  @Test("Repeated values, mixed values and members, wrong containers and invalid numbers are reported")
  func kinds() {
    expect(Both<Int>.self, "k=1&k[a]=2", ["/k type Int values and members"])
    expect(Both<Page>.self, "k=1&k[size]=2", ["/k type Page values and members"])
    expect(Both<Int>.self, "k=1&k=2&k=3", ["/k repeated Int 3 values"])
    expect(Both<Int>.self, "k[]=1", ["/k type Int an array"])
    expect(Both<[Int]>.self, "k[0]=1&k[a]=2", ["/k type [Int] an object"])
    expect(Both<[Int]>.self, "k=a&k=1&k[]=b&k[5]=c", ["/k/0 type Int a", "/k/2 type Int b", "/k/5 type Int c"])
    expect(Both<Int8>.self, "k=300", ["/k invalid Int8 300"])
    expect(Both<UInt128>.self, "k=-1", ["/k invalid UInt128 -1"])
    expect(Both<[UInt128]>.self, "k=1&k=x", ["/k/1 type UInt128 x"])
    expect(Both<Bool>.self, "k=maybe", ["/k type Bool maybe"])
    expect(Both<Page?>.self, "k=7", ["/k type Page 7"])
    expect([Int].self, "a=1", [" type [Int] an object"])
    expect(Int.self, "a=1", [" type Int an object"])
    let long = String(repeating: "é", count: 500)
    expect(Both<Int>.self, "k=\(long)", ["/k type Int \(long.prefix(64))…"])
    expect(Both<[String: Int]>.self, "k[a/b~c]=x", ["/k/a~1b~0c type Int x"])
  }

  @Test("Failures are found in the elements of separated arrays and in JSON members")
  func inside() {
    expect(
      Both<[Int]>.self, "k=1,x,2,y", ["/k/1 type Int x", "/k/3 type Int y"], URLFormOptions(arrays: .separated(by: ","))
    )
    expect(
      Both<[Int]>.self, "k=1,2%2Cx,y", ["/k/2 type Int x", "/k/3 type Int y"],
      URLFormOptions(arrays: .separated(by: ",")))
    expect(Both<[Int]>.self, "k=&k=x&k=1", ["/k/1 type Int x"])
    let json = URLFormOptions(nesting: .json)
    expect(
      Both<Leaf>.self, #"k={"sizes":[1,"x",null]}"#,
      ["/k/name missing String", "/k/sizes/1 type Int x", "/k/sizes/2 type Int null"], json)
    expect(Both<[Leaf]>.self, #"k={"name":"a"}&k={}&k=[1]"#, ["/k/1/name missing String", "/k/2 type Leaf [1]"], json)
    expect(Both<Leaf>.self, #"k={"name":"#, ["/k type Leaf {\"name\":"], json)
  }

  @Test("A failure contains the mapped key of a member, not its Swift name")
  func keys() {
    expect(
      One2<Named>.self, "k[home_url]=a&k[home_url]=b&k[tag_counts][myTag]=x",
      ["/k/first_name missing String", "/k/home_url repeated String 2 values", "/k/tag_counts/myTag type Int x"],
      URLFormOptions(keys: .snakeCase))
  }

  @Test("Failures are found in handwritten decoding, and collecting them for an endless type terminates")
  func byHand() {
    expect(Crooked.self, "list=1&list=x", ["/inner/x missing Int", "/list/1 type Int x", "/last missing String"])
    expect(Both<Shape>.self, "k[circle][radius]=x", ["/k/circle/radius type Double x"])
    expect(Booking.self, "from=2&to=1&code=abc", [" invalid Booking an object"])
    expect(Booking.self, "from=2&to=x&code=ab", ["/to type Int x", "/code invalid Code ab"])
    for type in [Endless.self, FormDecoderTests.Twofold.self] as [any Decodable.Type] {
      #expect(!failures(type, "id=1").isEmpty)
    }
  }

  @Test("Members of a parsed form are decoded one by one, and their errors are collected")
  func members() throws {
    let decoder = URLFormDecoder()
    let text = "page[size]=3&page[after]=&tags=a&tags=b&limit=x&filter[status]=open&one=1"
    let tree = try decoder.tree(of: Array(text.utf8)[...])
    var failures: [CodingFailure] = []
    #expect(decoder.decodeMember("page", as: Page.self, of: tree, failures: &failures) == Page(size: 3, after: ""))
    #expect(decoder.decodeMember("tags", as: [String].self, of: tree, failures: &failures) == ["a", "b"])
    #expect(decoder.decodeMember("tags[]", as: [String].self, of: tree, failures: &failures) == ["a", "b"])
    #expect(decoder.decodeMember("none", as: [String].self, of: tree, failures: &failures) == [])
    #expect(decoder.decodeMember("filter[status]", as: State.self, of: tree, failures: &failures) == .open)
    #expect(decoder.decodeMemberIfPresent("none", as: [String].self, of: tree, failures: &failures) == .some(nil))
    #expect(decoder.decodeMemberIfPresent("one", as: Int.self, of: tree, failures: &failures) == 1)
    #expect(failures.isEmpty)
    #expect(decoder.decodeMember("none", as: Int.self, of: tree, failures: &failures) == nil)
    #expect(decoder.decodeMember("no[x]", as: Int.self, of: tree, failures: &failures) == nil)
    #expect(decoder.decodeMemberIfPresent("limit", as: Int.self, of: tree, failures: &failures) == nil)
    #expect(failures.map(describe) == ["/none missing Int", "/no/x missing Int", "/limit type Int x"])
    #expect(tree.names == ["page", "tags", "limit", "filter", "one"])
    #expect(tree.contains("tags") && tree.contains("page[size]") && !tree.contains("size"))
  }

  // MARK: -

  struct One2<Value: Decodable>: Decodable { var k: Value }

  private func expect<T: Decodable>(
    _ type: T.Type, _ text: String, _ expected: [String], _ options: URLFormOptions = URLFormOptions(),
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(failures(T.self, text, options) == expected, sourceLocation: location)
  }

  private func failures<T: Decodable>(
    _ type: T.Type, _ text: String, _ options: URLFormOptions = URLFormOptions()
  ) -> [String] {
    do {
      return try URLFormDecoder(options: options).failures(decoding: T.self, from: Array(text.utf8)).map(describe)
    } catch {
      return [error.description]
    }
  }

  private func describe(_ failure: CodingFailure) -> String {
    [failure.pointer, failure.code.rawValue, failure.expected, failure.found].compactMap { $0 }.joined(separator: " ")
  }
}
