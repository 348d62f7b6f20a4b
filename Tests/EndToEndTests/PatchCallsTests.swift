import ContractTesting
import Testing

@Schema struct TicketChange: Equatable, Sendable {
  var title: Patch<String> = .leave
  @Validate(.length(1...5)) var assignee: Patch<String> = .leave
}

/// The client's contract, whose requests a plain route returns as on the wire.
@API protocol Tickets: Sendable {
  @PATCH("/tickets/:id/edit") func edit(id: Int, title: Patch<String>, assignee: Patch<String>) async throws -> String
  @PATCH("/tickets/:id/merge") @MergePatch func merge(id: Int, change: Body<TicketChange>) async throws -> String
  @PATCH("/tickets/:id/replace") func replace(id: Int, value: Body<JSONValue>) async throws -> String
  @PATCH("/tickets/:id/extend") func extend(id: Int, extra: JSONValue, state: Open<TicketState>) async throws -> String
}

enum TicketState: String, Sendable { case open, closed }

/// The service's contract, which raw requests reach.
@API protocol TicketStore: Sendable {
  @PATCH("/store/fields") func fields(title: Patch<String>, assignee: Patch<String>) async throws -> String
  @PATCH("/store/merge") @MergePatch func merge(change: Body<TicketChange>) async throws -> TicketChange
  @PUT("/store/value") func value(value: Body<JSONValue>) async throws -> JSONValue
  @PUT("/store/state/:state") func state(state: Open<TicketState>, extra: JSONValue) async throws -> [JSONValue]
}

private struct Store: TicketStore {
  func fields(title: Patch<String>, assignee: Patch<String>) async throws -> String { "\(title) \(assignee)" }
  func merge(change: TicketChange) async throws -> TicketChange { change }
  func value(value: JSONValue) async throws -> JSONValue { value }
  func state(state: Open<TicketState>, extra: JSONValue) async throws -> [JSONValue] {
    [.string(state.rawValue), extra]
  }
}

@Request private struct AnyTicket {
  @Path var id: Int
  @Path var verb: String
}

@Suite("Patches and JSON values on the wire")
struct PatchCallsTests {
  private static let echo = Endpoint<AnyTicket, String>(.patch, "/tickets/:id/:verb")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.on(Self.echo) { request, _ in
      "\(request.head.text(of: .contentType) ?? "-") \(String(decoding: request.body, as: UTF8.self))"
    }
    router.add(TicketStoreRoutes(Store()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client omits, nulls and writes members")
  func requests() async throws {
    try await serve { (client) async throws in
      let api = TicketsAPI(client)
      #expect(try await api.edit(id: 1) == "application/json {}")
      #expect(try await api.edit(id: 1, assignee: .clear) == #"application/json {"assignee":null}"#)
      #expect(
        try await api.edit(id: 1, title: .set("t"), assignee: .clear)
          == #"application/json {"title":"t","assignee":null}"#)
      #expect(
        try await api.merge(id: 1, change: TicketChange(assignee: .clear))
          == #"application/merge-patch+json {"assignee":null}"#)
      let value = try JSONValue(parsing: #"{"b":1.0,"a":[1e400,null]}"#)
      #expect(try await api.replace(id: 1, value: value) == #"application/json {"b":1.0,"a":[1e400,null]}"#)
      #expect(
        try await api.extend(id: 1, extra: value, state: .unknown("x"))
          == #"application/json {"extra":{"b":1.0,"a":[1e400,null]},"state":"x"}"#)
    }
  }

  /// A request and its response.
  private static let rows: [(method: HTTPMethod, path: RequestPath, type: String, body: String, response: String)] = [
    (.patch, "/store/fields", "application/json", "{}", "leave leave"),
    (.patch, "/store/fields", "application/json", #"{"assignee":null}"#, "leave clear"),
    (.patch, "/store/fields", "application/json", #"{"assignee":"a","title":null}"#, #"clear set("a")"#),
    (.patch, "/store/merge", "application/merge-patch+json", #"{"assignee":null}"#, #"{"assignee":null}"#),
    (.patch, "/store/merge", "application/json", #"{"title":"t"}"#, #"{"title":"t"}"#),
    (.put, "/store/value", "application/json", #"{"b":1.0,"a":[1e400,{}]}"#, #"{"b":1.0,"a":[1e400,{}]}"#),
    (.put, "/store/state/archived", "application/json", #"{"extra":{"n":null}}"#, #"["archived",{"n":null}]"#),
  ]

  @Test("A server distinguishes absent from null members and keeps values whole", arguments: rows)
  func responses(method: HTTPMethod, path: RequestPath, type: String, body: String, response: String) async throws {
    try await serve { (client) async throws in
      let call = client(path).body(bytes: Array(body.utf8), type: MediaType(type)).method(method)
      #expect(try await call.call(.http, as: .string) == response)
    }
  }

  @Test("A server checks the value that is set")
  func rules() async throws {
    try await serve { (client) async throws in
      let api = TicketStoreAPI(client)
      let error = await #expect(throws: ClientError.self) {
        try await api.merge(change: TicketChange(assignee: .set("too long")))
      }
      #expect(error?.response?.status == .badRequest)
      #expect(error?.message.contains("assignee` must be 1 to 5 characters long") == true)
    }
  }
}
