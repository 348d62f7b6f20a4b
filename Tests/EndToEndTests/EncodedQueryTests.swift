import Contract
import ContractTesting
import Testing

@API
private protocol Searches: Sendable {
  @GET("/search") func search(
    filter: Query<PercentEncoded>, sort: Query<PercentEncoded?>, tags: Query<[PercentEncoded]>, plain: Query<String>
  ) async throws -> [String]

  @GET("/tags") @Wire(Contract.Wire { $0.form.arrays = .separated(by: ",") })
  func tags(all: Query<[PercentEncoded]>, more: Query<[PercentEncoded]?>) async throws -> [String]

  @GET("/listed") func listed(tags: Header<[PercentEncoded]>, more: Header<[PercentEncoded]?>) async throws -> [String]

  @GET("/source") func source(location: Header<PercentEncoded>) async throws -> String

  @GET("/kept/:id") func kept(id: Path<PercentEncoded>, mark: Cookie<PercentEncoded>) async throws -> String
}

@Request(.get, "/find/{id}")
private struct Find {
  @Query("q") var filter: PercentEncoded = "a%2Fb"
  @Path var id: PercentEncoded
  typealias Response = String

  @Request
  struct Source {
    @Header("X-Location") var location: PercentEncoded
  }
}

private struct SearchService: Searches {
  let arrivals = Arrivals()

  func search(
    filter: PercentEncoded, sort: PercentEncoded?, tags: [PercentEncoded], plain: String
  ) async throws -> [String] {
    arrivals.note()
    return [filter.text, filter.decoded ?? "?", sort?.text ?? "-", plain] + tags.map(\.text)
  }

  func tags(all: [PercentEncoded], more: [PercentEncoded]?) async throws -> [String] {
    arrivals.note()
    return all.map(\.text) + (more?.map(\.text) ?? ["-"])
  }

  func listed(tags: [PercentEncoded], more: [PercentEncoded]?) async throws -> [String] {
    tags.map(\.text) + (more?.map(\.text) ?? ["-"])
  }

  func kept(id: PercentEncoded, mark: PercentEncoded) async throws -> String { "\(id) \(mark)" }

  func source(location: PercentEncoded) async throws -> String { "\(location) \(location.decoded ?? "?")" }
}

/// Values of a query that are encoded by the program.
@Suite("Percent-encoded values")
struct EncodedQueryTests {
  @Test("A percent-encoded query value is sent and received unchanged")
  func protocols() async throws {
    let service = SearchService()
    try await withServer(SearchesRoutes(service)) { (client) async throws in
      let api = SearchesAPI(client)
      let rows: [(PercentEncoded, String)] = [
        ("a%2Fb", "a/b"), ("a/b,c:d(e)", "a/b,c:d(e)"), ("a+b%20c", "a b c"), ("%c3%A9=x", "é=x"), ("", ""),
      ]
      for (filter, decoded) in rows {
        let answer = try await api.search(filter: filter, sort: "-x,%2By", tags: ["a%26", "b,c"], plain: "a%2Fb")
        #expect(answer == [filter.text, decoded, "-x,%2By", "a%2Fb", "a%26", "b,c"])
        #expect(
          service.arrivals.line == "GET /search?filter=\(filter)&sort=-x,%2By&tags=a%26&tags=b,c&plain=a%252Fb")
      }
      #expect(try await api.search(filter: "x", sort: nil, tags: [], plain: "") == ["x", "x", "-", ""])
      #expect(service.arrivals.line == "GET /search?filter=x&plain=")
    }
  }

  @Test("An array of percent-encoded values repeats the name, even where a separator joins other arrays")
  func arrays() async throws {
    let service = SearchService()
    try await withServer(SearchesRoutes(service)) { (client) async throws in
      let api = SearchesAPI(client)
      #expect(try await api.tags(all: ["b,c", "d%2Ce"], more: ["a+b", "b,c"]) == ["b,c", "d%2Ce", "a+b", "b,c"])
      #expect(service.arrivals.line == "GET /tags?all=b,c&all=d%2Ce&more=a+b&more=b,c")
      #expect(try await api.tags(all: [], more: nil) == ["-"])
      #expect(try await api.listed(tags: ["a%2C", "b,c"], more: nil) == ["a%2C", "b,c", "-"])
      #expect(try await api.listed(tags: [], more: ["a%20b", "c,d"]) == ["a%20b", "c,d"])
      await #expect(throws: ClientError.self) { try await api.tags(all: [], more: []) }
    }
  }

  @Test("A percent-encoded value is sent unchanged in a header, whatever the header encoding")
  func headers() async throws {
    let api = SearchesAPI(SearchesRoutes(SearchService()).inProcess)
    #expect(try await api.source(location: "a%20b/%C3%A9") == "a%20b/%C3%A9 a b/é")
    let encoded = Endpoint<Find.Source, String>(
      .get, "/source", .wire(Contract.Wire { $0.headerText = .percentEncoded }))
    let routes = Route(encoded) { input in "\(input.location)" }
    #expect(try await routes.inProcess.call(encoded, Find.Source(location: "a%20b")) == "a%20b")
  }

  @Test("A percent-encoded value arrives unchanged from a cookie, and in a path if it is UTF-8")
  func pathsAndCookies() async throws {
    let api = SearchesAPI(SearchesRoutes(SearchService()).inProcess)
    #expect(try await api.kept(id: "a%2Fb", mark: "100%25") == "a%2Fb 100%25")
    await #expect {
      _ = try await api.kept(id: "%zz", mark: "")
    } throws: { error in
      "\(error)".contains("the path value `id` is not percent-encoded UTF-8; encode every `%` as `%25`")
    }
  }

  @Test("A percent-encoded member of a request is sent unchanged only in a query")
  func structs() async throws {
    let arrivals = Arrivals()
    let router = Router().on(Find.self) { _, find in
      arrivals.note()
      return "\(find.filter) \(find.id)"
    }
    try await withServer(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      #expect(try await Find(id: "x%20y").perform(with: client) == "a%2Fb x%20y")
      #expect(arrivals.line == "GET /find/x%20y?q=a%2Fb")
      #expect(try await Find(filter: "b,c", id: "%C3%A9").perform(with: client) == "b,c %C3%A9")
    }
  }

  @Test("A value that is not valid percent-encoding is refused before anything is sent")
  func refusals() async throws {
    let api = SearchesAPI(SearchesRoutes(SearchService()).inProcess)
    for text in ["a b", "a&b=c", "a#b", "ä", "%", "%2", "%zz", "a%2", "a\"b", "a\u{0}", "a\r\nb", "%2\u{301}F"] {
      let error = await #expect(throws: ClientError.self) {
        try await api.search(filter: PercentEncoded(text), sort: nil, tags: [], plain: "")
      }
      #expect(error?.code == .invalidInput && error?.message.contains("`filter`") == true, "\(text)")
    }
  }
}
