import ContractHTTP
import ContractTestSupport
import ContractTesting
import Testing

private typealias NumberList = [Int]
private typealias WordList = [String]

@API
private protocol Details: Sendable {
  @GET("/lists") @Default("ids", [1, 2]) @Default("set", [3]) @Default("level", Tier.low) @Default("words", ["a"])
  func lists(ids: NumberList, set: Set<UInt8>, level: Tier, words: Header<WordList>) async throws -> String

  @GET("/words") @Default("words", ["a"])
  func words(words: WordList) async throws -> String

  @POST("/form") @URLForm @Default("ids", [1, 2])
  func form(ids: [Int], name: String) async throws -> String

  @POST("/parts") @Multipart @Default("ids", [1, 2])
  func parts(ids: [Int], name: String) async throws -> String

  @GET("/notes:archive?fields=id,name&full")
  func archive(destination: Header<String>) async throws -> String

  @GET("/cached") @Status(304) func cached() async throws
  @GET("/moved") @Status(303) func moved() async throws -> (Empty, HTTPResponse)
  @GET("/text/{id}") func text(id: Int) async throws -> Either<String, Void>
}

enum Tier: String, Codable, Sendable { case low, high }

private struct DetailsService: Details {
  func lists(ids: [Int], set: Set<UInt8>, level: Tier, words: [String]) async throws -> String {
    "\(ids) \(set.sorted()) \(level) \(words)"
  }
  func words(words: [String]) async throws -> String { "\(words)" }
  func form(ids: [Int], name: String) async throws -> String { "\(ids)\(name)" }
  func parts(ids: [Int], name: String) async throws -> String { "\(ids)\(name)" }
  func archive(destination: String) async throws -> String {
    let head = ServerRequest.current?.head
    return "\(head?.path ?? "-")?\(String(decoding: head?.queryBytes ?? [], as: UTF8.self)) \(destination)"
  }
  func cached() async throws {}
  func moved() async throws -> (Empty, HTTPResponse) {
    var response = HTTPResponse(.seeOther)
    response.fields[.location] = "/words"
    return (Empty(), response)
  }
  func text(id: Int) async throws -> Either<String, Void> { id == 1 ? .response("one") : .errorResponse(()) }
}

/// Wire details of contracts, as sent.
@Suite("Wire format details", .ownThreads)
struct WireDetailsTests {
  @Test("An explicit empty list is not replaced by the default", arguments: WirePropertyTests.Way.allCases)
  func emptyLists(way: WirePropertyTests.Way) async throws {
    try await WirePropertyTests.with(way, DetailsRoutes(DetailsService())) { (client) async throws in
      let details = DetailsAPI(client)
      #expect(try await details.lists() == #"[1, 2] [3] low ["a"]"#)
      #expect(try await details.lists(ids: [], set: [], words: []) == "[] [] low []")
      #expect(try await details.lists(ids: [4], set: [5], level: .high, words: [""]) == #"[4] [5] high [""]"#)
      #expect(try await details.form(ids: [], name: "n") == "[]n")
      #expect(try await details.parts(ids: [], name: "n") == "[]n")
      #expect(try await details.form(name: "n") == "[1, 2]n")
      #expect(try await details.words(words: [""]) == #"[""]"#)
      await #expect {
        try await details.words(words: [])
      } throws: { error in
        "\(error)"
          == "Details.words: the query value `words` is empty, which a query or form cannot represent, so the server "
          + "would use its default; make the default empty, or send it as JSON [invalidInput]"
      }
    }
  }

  @Test("Constant parts and header values arrive unchanged", arguments: WirePropertyTests.Way.allCases)
  func verbatim(way: WirePropertyTests.Way) async throws {
    try await WirePropertyTests.with(way, DetailsRoutes(DetailsService())) { client in
      let details = DetailsAPI(client)
      let target = "/notes:archive?fields=id,name&full"
      #expect(try await details.archive(destination: "/a%20b") == "\(target) /a%20b")
      let other = "/notes%3Aarchive?full&fields=id%2Cname"
      let text = try await client("notes%3Aarchive?full&fields=id%2Cname").header("Destination", "/b%2Fc")
        .call(.http, as: .string)
      #expect(text == "\(other) /b%2Fc")
    }
  }

  @Test("Strings and bytes are read from text by fluent calls", arguments: WirePropertyTests.Way.allCases)
  func texts(way: WirePropertyTests.Way) async throws {
    try await WirePropertyTests.with(way, DetailsRoutes(DetailsService())) { client in
      let path = client("text")(1)
      let text: String = try await path.get()
      let optional: String? = try await path.get()
      let bytes: [UInt8] = try await path.get()
      #expect((text, optional, bytes) == ("one", "one", Array("one".utf8)))
    }
  }

  @Test("A declared redirect is a result and is not followed", arguments: WirePropertyTests.Way.allCases)
  func redirections(way: WirePropertyTests.Way) async throws {
    try await WirePropertyTests.with(way, DetailsRoutes(DetailsService())) { client in
      let details = DetailsAPI(client)
      try await details.cached()
      let (_, response) = try await details.moved()
      #expect(response.status == .seeOther)
      #expect(response.fields[.location] == "/words")
      guard case .response("one") = try await details.text(id: 1) else {
        Issue.record("expected .response")
        return
      }
      guard case .errorResponse = try await details.text(id: 2) else {
        Issue.record("expected .errorResponse")
        return
      }
    }
  }

  @Test("Forms and queries as browsers send them are decoded", arguments: ["ids=&name=", "name=&ids"])
  func forms(content: String) async throws {
    try await serve(Server(port: 0, threads: 1) { DetailsRoutes(DetailsService()) }) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write(
        "POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)")
      #expect(try connection.read().text == "[]")
      let query = try connection.exchange("GET", "/lists?ids=&level=&set=4", ["Words: a, \"b, c\""])
      #expect(query.text == #"[] [4] low ["a", "b, c"]"#)
    }
  }
}
