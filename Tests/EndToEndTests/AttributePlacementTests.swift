import ContractTestSupport
import ContractTesting
import Testing

extension Placed {
  /// Attributes on a scope, and others with the same names on the endpoints inside.
  fileprivate static let traits: [Placed] = [
    Placed("protocol", PlacedTraitsEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
    Placed("function of it", isOwn: true, PlacedTraitsEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
    Placed("group", PlacedTraitGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
    Placed("variable of it", isOwn: true, PlacedTraitGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
    Placed("scope", PlacedTraitScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
    Placed(
      "function of a scope", isOwn: true, PlacedTraitScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
    Placed("scope around", PlacedTraitScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
    Placed(
      "scope inside", isOwn: true, PlacedTraitScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }),
  ]

  /// Each shape without and with its own attributes.
  fileprivate static let times: [(outer: Placed, own: Placed)] = [
    (
      Placed("protocol", PlacedTimesEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
      Placed("function of it", isOwn: true, PlacedTimesEndpoints.own, { .init(firstName: $0) }, { $0.firstName })
    ),
    (
      Placed("group", PlacedTimeGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
      Placed("variable of it", isOwn: true, PlacedTimeGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName })
    ),
    (
      Placed("scope", PlacedTimeScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
      Placed(
        "function of a scope", isOwn: true, PlacedTimeScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName })
    ),
    (
      Placed("scope around", PlacedTimeScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
      Placed(
        "scope inside", isOwn: true, PlacedTimeScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName })
    ),
  ]
}

/// An outer attribute applies to everything inside, and an inner attribute replaces it.
@Suite("Attribute placement", .ownThreads)
struct AttributePlacementTests {
  private static func secured(_ placed: Placed) -> Server {
    placed.server { text in
      if text == "outer" { throw PlacedOuterFailure.outer }
      if text == "own" { throw PlacedOwnFailure.own }
      return text
    }
    .authenticating(.bearer) { if case .bearer("t") = $0 { Authenticated("bearer") } else { nil } }
    .authenticating(.apiKey(header: "X-API-Key")) { $0.matches(Secret("k")) ? Authenticated("key") : nil }
  }

  /// How a call ends: a status, or the declared failure that the client throws.
  private static func end(of placed: Placed, _ client: APIClient, _ text: String) async -> String {
    do {
      return try await placed.call(client, text) == text ? "200" : "another text"
    } catch let error as ClientError {
      return "\(error.response?.status.code ?? 0)"
    } catch {
      return "\(error)"
    }
  }

  @Test("An attribute applies to the requests and responses of every endpoint in its scope", arguments: Placed.traits)
  func exchange(placed: Placed) async throws {
    let transport = try PlacedTransport(Self.secured(placed))
    let client = transport.client.credentials(.bearer("t"))
      .credentials(.apiKey("k"), for: .apiKey(header: "X-API-Key"))
    #expect(try await placed.call(client, "a") == "a")
    let exchange = try #require(transport.exchange)
    let sent = { (name: HTTPFieldName) in exchange.request.fields[name]?.rawValue ?? "-" }
    let rows: [(attribute: String, observed: String, outer: String, own: String)] = [
      ("@Headers", "\(sent("X-Outer")) \(sent("X-Both"))", "outer outer", "outer own"),
      ("@KeyMapping, request", exchange.sent, #"{"first_name":"a"}"#, #"{"first-name":"a"}"#),
      ("@KeyMapping, response", exchange.answered, #"{"last_name":"a"}"#, #"{"last-name":"a"}"#),
      ("@Idempotent", "\(sent("X-Outer-Key") != "-") \(sent("X-Own-Key") != "-")", "true false", "false true"),
      ("@Deprecated", exchange.response.fields["Deprecation"]?.rawValue ?? "-", "@1788220800", "@1788307200"),
      ("@Security", "\(sent(.authorization)) \(sent("X-API-Key"))", "Bearer t -", "- k"),
      ("@Meta", placed.operation[PlacedMark.self].map { "\($0)" } ?? "-", "outer", "own"),
    ]
    for row in rows { #expect(row.observed == (placed.isOwn ? row.own : row.outer), "\(row.attribute)") }
  }

  @Test("An attribute applies to refusals by the server and to declared failures on the wire", arguments: Placed.traits)
  func refusals(placed: Placed) async throws {
    let client = try PlacedTransport(Self.secured(placed)).client
    let bearer = client.credentials(.bearer("t"))
    let key = client.credentials(.apiKey("k"), for: .apiKey(header: "X-API-Key"))
    let allowed = placed.isOwn ? key : bearer
    // With the 17 bytes of `{"first_name":""}`, the bodies have 40, 41, 60 and 61 bytes: the two limits, and one byte more.
    let sizes = [23, 24, 43, 44].map { String(repeating: "a", count: $0) }
    var ends: [String] = []
    for text in sizes { ends.append(await Self.end(of: placed, allowed, text)) }
    let rows: [(attribute: String, observed: [String], outer: [String], own: [String])] = [
      ("@MaxBody", ends, ["200", "413", "413", "413"], ["200", "200", "200", "413"]),
      (
        "@Security",
        [
          await Self.end(of: placed, client, "a"), await Self.end(of: placed, bearer, "a"),
          await Self.end(of: placed, key, "a"),
        ], ["401", "200", "401"], ["401", "401", "200"]
      ),
      (
        "@Throws", [await Self.end(of: placed, allowed, "outer"), await Self.end(of: placed, allowed, "own")],
        ["outer", "500"], ["outer", "own"]
      ),
    ]
    for row in rows { #expect(row.observed == (placed.isOwn ? row.own : row.outer), "\(row.attribute)") }
  }

  @Test(
    "A timeout or credential attribute of an endpoint overrides the attribute of its scope", arguments: Placed.times)
  func times(outer: Placed, own: Placed) async throws {
    let started = Gate()
    let mayEnd = Gate()
    let handler: Placed.Handler = { text in
      started.open()
      if text == "wait" { try await mayEnd.waitUnlessCancelled() }
      return text
    }
    for (placed, credential, times) in [
      (outer, "Bearer outer", Duration.zero...(.milliseconds(50))), (own, "Bearer own", .seconds(29)...(.seconds(30))),
    ] {
      let transport = try PlacedTransport(placed.server { $0 })
      #expect(try await placed.call(transport.client, "a") == "a")
      let exchange = try #require(transport.exchange)
      #expect(exchange.request.fields[.authorization]?.rawValue == credential, "\(placed.place)")
      #expect(times.contains(exchange.timeout), "\(placed.place): \(exchange.timeout)")
    }
    let waiting = #"{"firstName":"wait"}"#
    // The call of `own` begins before the call of `outer` and ends after the timeout of `outer`, so its timeout is longer.
    try await serve(own.server(handler)) { port, _ in
      let patient = try RawConnection(port: port)
      try patient.write(
        "POST \(own.operation.path) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(waiting.utf8.count)\r\n\r\n\(waiting)")
      await started.wait()
      try await serve(outer.server(handler)) { port, _ in
        let answer = try RawConnection(port: port).exchange("POST", "\(outer.operation.path)", body: waiting)
        #expect(answer.status == 503, "\(outer.place)")
      }
      mayEnd.open()
      #expect(try patient.read().status == 200, "\(own.place)")
    }
  }
}
