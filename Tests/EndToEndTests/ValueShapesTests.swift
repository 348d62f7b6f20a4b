import ContractTesting
import Testing

// Patches, tagged and open enumerations, cookies and any JSON as inputs of one endpoint in every form of declaration.

/// The inputs, and the result.
@Schema struct ShapedValues: Equatable, Sendable {
  var session: String
  var state: Open<TicketState>
  var title: Patch<String> = .leave
  var event: IssueEvent
  var extra: JSONValue
}

@Request(.patch, "/request") struct EditShapedValues {
  typealias Response = ShapedValues
  @Cookie("session-id") var session: String
  @Query var state: Open<TicketState>
  @Field var title: Patch<String>
  @Field var event: IssueEvent
  @Field var extra: JSONValue
}

@Request struct ShapedInput {
  @Cookie("session-id") var session: String
  @Query var state: Open<TicketState>
  @Field var title: Patch<String>
  @Field var event: IssueEvent
  @Field var extra: JSONValue
}

@API(prefix: "/group") final class ShapedGroup: EndpointGroup {
  @PATCH("/value") var value: Endpoint<ShapedInput, ShapedValues>
  @PATCH("/closure") var closure: (ShapedInput) async throws -> ShapedValues
}

@API(prefix: "/scope") struct ShapedScope {
  @PATCH func edit(
    @Cookie("session-id") session: String, @Query state: Open<TicketState>, @Field title: Patch<String>,
    @Field event: IssueEvent, @Field extra: JSONValue
  ) -> ShapedValues {}
}

/// The inputs of an endpoint without macros.
private struct HandInput: EndpointRequest {
  let values: ShapedValues

  static let content = RequestContent.json
  static let inputs: [InputDescription] = [
    .init(.cookie, "session-id", type: "String", isRequired: true),
    .init(.query, "state", type: "Open<TicketState>", isRequired: true),
    .init(.body, "title", type: "Patch<String>", isRequired: false),
    .init(.body, "event", type: "IssueEvent", isRequired: true),
    .init(.body, "extra", type: "JSONValue", isRequired: true),
  ]

  func encode(into encoder: inout RequestEncoder) throws {
    try encoder.value(.cookie, "session-id", values.session)
    try encoder.value(.query, "state", values.state)
    try encoder.field("title", values.title)
    try encoder.field("event", values.event)
    try encoder.field("extra", values.extra)
  }

  static func decode(from decoder: inout RequestDecoder) -> HandInput? {
    let session = decoder.value(.cookie, "session-id", as: String.self)
    let state = decoder.value(.query, "state", as: Open<TicketState>.self)
    let title = decoder.field("title", as: Patch<String>.self, default: .leave)
    let event = decoder.field("event", as: IssueEvent.self)
    let extra = decoder.field("extra", as: JSONValue.self)
    guard let session, let state, let title, let event, let extra else { return nil }
    return HandInput(
      values: ShapedValues(session: session, state: state, title: title, event: event, extra: extra))
  }
}

private let byHand = Endpoint<HandInput, ShapedValues>(.patch, "/hand")

@Suite("Patches, tags, open enumerations, cookies and any JSON in every form of declaration")
struct ValueShapesTests {
  /// A form of declaration, and the call of its endpoint.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let call: @Sendable (APIClient, ShapedValues) async throws -> ShapedValues

    var testDescription: String { name }
  }

  private static let routes: [Route] = [
    Route(EditShapedValues.endpoint) {
      ShapedValues(session: $0.session, state: $0.state, title: $0.title, event: $0.event, extra: $0.extra)
    },
    Route(ShapedGroup.Endpoints.value) { values(of: $0) }, Route(ShapedGroup.Endpoints.closure) { values(of: $0) },
    Route(ShapedScope.Endpoints.edit) {
      ShapedValues(session: $0.session, state: $0.state, title: $0.title, event: $0.event, extra: $0.extra)
    },
    Route(byHand) { $0.values },
  ]

  private static func values(of input: ShapedInput) -> ShapedValues {
    ShapedValues(
      session: input.session, state: input.state, title: input.title, event: input.event, extra: input.extra)
  }

  private static func input(of values: ShapedValues) -> ShapedInput {
    ShapedInput(
      session: values.session, state: values.state, title: values.title, event: values.event, extra: values.extra)
  }

  private static let forms: [Form] = [
    Form(name: "a request struct") { client, values in
      try await EditShapedValues(
        session: values.session, state: values.state, title: values.title, event: values.event, extra: values.extra
      ).perform(with: client)
    },
    Form(name: "a variable of a group") { client, values in
      try await ShapedGroup(client).value.request(input(of: values))
    },
    Form(name: "a closure of a group") { client, values in
      try await ShapedGroup(client).closure(input(of: values))
    },
    Form(name: "a function of a scope") { client, values in
      try await ShapedScope(client).edit(
        session: values.session, state: values.state, title: values.title, event: values.event, extra: values.extra)
    },
    Form(name: "a hand-written endpoint") { client, values in try await client.call(byHand, HandInput(values: values))
    },
  ]

  /// The values, the query, the cookie and the body of a request.
  private static let rows: [(values: ShapedValues, query: String, cookie: String, body: String)] = [
    (
      ShapedValues(session: "s", state: .known(.open), event: .closed, extra: .null), "state=open", "session-id=s",
      #"{"event":{"type":"closed"},"extra":null}"#
    ),
    (
      ShapedValues(
        session: "a=b", state: .unknown("archived"), title: .clear, event: .labeled(label: "x", by: 7),
        extra: ["n": 1.5]),
      "state=archived", "session-id=a=b",
      #"{"title":null,"event":{"type":"labeled","label":"x","by":7},"extra":{"n":1.5}}"#
    ),
    (
      ShapedValues(
        session: "s", state: .known(.closed), title: .set("t"), event: .unknown(["type": "moved", "to": [1]]),
        extra: [1, "a"]),
      "state=closed", "session-id=s", #"{"title":"t","event":{"type":"moved","to":[1]},"extra":[1,"a"]}"#
    ),
  ]

  @Test("The values are sent over sockets and returned unchanged", arguments: forms)
  func travels(form: Form) async throws {
    try await withServer(Server(port: 0, threads: 1) { Self.routes }) { (client: APIClient) async throws in
      for row in Self.rows { #expect(try await form.call(client, row.values) == row.values) }
    }
  }

  @Test("Every form of a call sends the same query, cookies and body", arguments: forms)
  func wire(form: Form) async throws {
    let transport = try PlacedTransport(Server(port: 0, threads: 1) { Self.routes })
    for row in Self.rows {
      _ = try await form.call(transport.client, row.values)
      let exchange = try #require(transport.exchange)
      #expect(exchange.request.target.split(separator: "?").last.map(String.init) == row.query)
      #expect(exchange.request.fields[.cookie]?.rawValue == row.cookie)
      #expect(exchange.sent == row.body)
    }
  }

  @Test("A patch is absent unless it is set, in every generated initializer and function")
  func absent() async throws {
    let client = Self.routes.inProcess
    let state = Open<TicketState>.known(.open)
    #expect(EditShapedValues(session: "s", state: state, event: .closed, extra: 1).title == .leave)
    #expect(ShapedInput(session: "s", state: state, event: .closed, extra: 1).title == .leave)
    let edited = try await ShapedScope(client).edit(session: "s", state: state, event: .closed, extra: 1)
    #expect(edited.title == .leave)
  }
}
