import ContractHTTP
import ContractHTTP1
import Testing

@Suite("The agreement on permessage-deflate")
struct PerMessageDeflateTests {
  private static func compression(takeover: Bool = true, bits: Int = 15) -> WebSocketCompression {
    var compression = WebSocketCompression()
    (compression.contextTakeover, compression.maxWindowBits) = (takeover, bits)
    return compression
  }

  struct ListRow: CustomTestStringConvertible, Sendable {
    let text: String
    /// The extensions in their usual form; nil if the header is malformed.
    let members: [String]?
    var testDescription: String { text }

    init(_ text: String, _ members: [String]?) { (self.text, self.members) = (text, members) }
  }

  private static let lists = [
    ListRow("", []), ListRow("a", ["a"]), ListRow(" a , b;c ", ["a", "b; c"]), ListRow(",a,,b,", ["a", "b"]),
    ListRow("a;b=1; c ;d=\"x\"", ["a; b=1; c; d=x"]), ListRow("a; b = 1", ["a; b=1"]),
    ListRow("a; b=\"\\x\"", ["a; b=x"]), ListRow("a;", nil), ListRow("a;b=", nil), ListRow("a b", nil),
    ListRow("a; b=\"", nil), ListRow("a; b=\"\"", nil), ListRow("a; b=\"x y\"", nil), ListRow("a; b=\"\\", nil),
    ListRow("=1", nil), ListRow("a;=1", nil), ListRow("a;b=1=2", nil), ListRow("ä", nil), ListRow("a;;b", nil),
  ]

  @Test(
    "A header is parsed as a list of extensions with parameters, and a malformed header is refused", arguments: lists)
  func list(row: ListRow) {
    #expect(WebSocketExtension.list(row.text)?.map(\.text) == row.members)
  }

  struct OfferRow: CustomTestStringConvertible, Sendable {
    let offer: String
    var ours = compression()
    /// The response without the name of the extension; nil if no offer is accepted.
    let response: String?
    var server = PerMessageDeflate.Direction(keepsWindow: true, windowBits: 15)
    var client = PerMessageDeflate.Direction(keepsWindow: true, windowBits: 15)
    var testDescription: String { "\(offer) with \(ours)" }
  }

  /// A direction that keeps its window, of two to the power of `bits` bytes, from message to message.
  private static func keeping(_ bits: Int) -> PerMessageDeflate.Direction {
    .init(keepsWindow: true, windowBits: bits)
  }

  /// A direction that begins each message with an empty window.
  private static func forgetting(_ bits: Int) -> PerMessageDeflate.Direction {
    .init(keepsWindow: false, windowBits: bits)
  }

  private static let name = "permessage-deflate"
  private static let forgetful = compression(takeover: false)
  private static let narrow = compression(bits: 10)

  private static let offers =
    [
      OfferRow(offer: "", response: nil), OfferRow(offer: "other", response: nil),
      OfferRow(offer: "x-webkit-deflate-frame, \(name)", response: ""), OfferRow(offer: name, response: ""),
      OfferRow(
        offer: "\(name); server_no_context_takeover", response: "; server_no_context_takeover",
        server: forgetting(15)),
      OfferRow(
        offer: "\(name); client_no_context_takeover", response: "; client_no_context_takeover",
        client: forgetting(15)),
      OfferRow(offer: "\(name); client_max_window_bits", response: ""),
      OfferRow(
        offer: "\(name); client_max_window_bits=\"9\"", response: "; client_max_window_bits=9",
        client: keeping(9)),
      OfferRow(
        offer: "\(name); server_max_window_bits=8", response: "; server_max_window_bits=8", server: keeping(8)),
      OfferRow(offer: "\(name); server_max_window_bits=15", response: "; server_max_window_bits=15"),
      OfferRow(
        offer: name, ours: forgetful, response: "; server_no_context_takeover; client_no_context_takeover",
        server: forgetting(15), client: forgetting(15)),
      OfferRow(
        offer: name, ours: narrow, response: "; client_no_context_takeover; server_max_window_bits=10",
        server: keeping(10), client: forgetting(15)),
      OfferRow(
        offer: "\(name); client_max_window_bits; server_max_window_bits=12", ours: narrow,
        response: "; server_max_window_bits=10; client_max_window_bits=10", server: keeping(10),
        client: keeping(10)),
      // The first valid offer is accepted.
      OfferRow(
        offer: "\(name); server_max_window_bits=7, \(name); foo, \(name); client_max_window_bits=11",
        response: "; client_max_window_bits=11",
        client: keeping(11)),
    ]
    + [
      "foo", "foo=1", "server_no_context_takeover=1", "client_no_context_takeover=true", "server_max_window_bits",
      "server_max_window_bits=16", "server_max_window_bits=7", "server_max_window_bits=010",
      "server_max_window_bits=+9",
      "server_max_window_bits=x", "client_max_window_bits=0", "client_max_window_bits=99999999999999999999",
      "server_no_context_takeover; server_no_context_takeover", "client_max_window_bits; client_max_window_bits=9",
      "Server_No_Context_Takeover",
    ].map { OfferRow(offer: "\(name); \($0)", response: nil) }

  @Test("A server accepts the first valid offer within its limits", arguments: offers)
  func accept(row: OfferRow) {
    let accepted = PerMessageDeflate.accept(WebSocketExtension.list(row.offer) ?? [], row.ours)
    #expect(accepted?.response.text == row.response.map { Self.name + $0 })
    if row.response != nil {
      #expect(accepted?.agreement == PerMessageDeflate(server: row.server, client: row.client))
    }
  }

  @Test("A client's offer states its context takeover and window bits")
  func offer() {
    #expect(PerMessageDeflate.offer(Self.compression()).text == "\(Self.name); client_max_window_bits")
    #expect(
      PerMessageDeflate.offer(WebSocketCompression()).text
        == "\(Self.name); server_no_context_takeover; client_no_context_takeover; client_max_window_bits")
    #expect(
      PerMessageDeflate.offer(Self.narrow).text == "\(Self.name); server_max_window_bits=10; client_max_window_bits=10")
    #expect(
      PerMessageDeflate.offer(Self.compression(bits: 1)).text
        == "\(Self.name); server_max_window_bits=9; client_max_window_bits=9")
  }

  struct ResponseRow: CustomTestStringConvertible, Sendable {
    var ours = compression()
    let response: String
    /// The agreement; nil if the response does not accept the offer.
    let agreement: PerMessageDeflate?
    var testDescription: String { "\(response) for \(ours)" }
  }

  private static func agreed(
    _ server: PerMessageDeflate.Direction, _ client: PerMessageDeflate.Direction
  ) -> PerMessageDeflate { PerMessageDeflate(server: server, client: client) }

  private static let responses =
    [
      ResponseRow(response: name, agreement: agreed(keeping(15), keeping(15))),
      ResponseRow(
        response: "\(name); server_no_context_takeover; client_max_window_bits=9",
        agreement: agreed(forgetting(15), keeping(9))),
      ResponseRow(
        response: "\(name); client_no_context_takeover; server_max_window_bits=8",
        agreement: agreed(keeping(8), forgetting(15))),
      ResponseRow(
        ours: forgetful, response: "\(name); server_no_context_takeover",
        agreement: agreed(forgetting(15), forgetting(15))),
      ResponseRow(
        ours: narrow, response: "\(name); server_max_window_bits=9",
        agreement: agreed(keeping(9), keeping(10))),
      ResponseRow(ours: forgetful, response: name, agreement: nil),
      ResponseRow(ours: narrow, response: name, agreement: nil),
      ResponseRow(ours: narrow, response: "\(name); server_max_window_bits=11", agreement: nil),
      ResponseRow(
        ours: narrow, response: "\(name); server_max_window_bits=10; client_max_window_bits=11", agreement: nil),
    ]
    + [
      "other", "\(name); client_max_window_bits", "\(name); foo", "\(name); server_max_window_bits=16",
      "\(name); client_no_context_takeover; client_no_context_takeover",
    ].map { ResponseRow(response: $0, agreement: nil) }

  @Test("A client accepts a response within its offer, and refuses any other response", arguments: responses)
  func response(row: ResponseRow) throws {
    let response = try #require(WebSocketExtension.list(row.response)?.first)
    #expect(PerMessageDeflate(offer: PerMessageDeflate.offer(row.ours), response: response) == row.agreement)
  }
}
