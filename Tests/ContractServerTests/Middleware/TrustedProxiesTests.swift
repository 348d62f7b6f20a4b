import Contract
import ContractHTTP
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Trusted proxies")
struct TrustedProxiesTests {
  static let networks: [(String, String?)] = [
    ("10.0.0.0/8", "10.0.0.0/8"), ("192.0.2.7", "192.0.2.7/32"), ("2001:db8::/32", "2001:db8::/32"),
    ("0.0.0.0/0", "0.0.0.0/0"),
    ("::/0", "::/0"), ("::1", "::1/128"), ("10.0.0.1/8", nil), ("10.0.0.0/33", nil), ("10.0.0.0/", nil),
    ("10.0.0.0/08", nil), ("10.0.0.0/-1", nil), ("10.0.0/8", nil), ("010.0.0.0/8", nil), ("fe80::1%eth0", nil),
    ("", nil),
    ("10.0.0.0/8/8", nil), ("2001:db8::/129", nil),
  ]

  @Test("A network with nonzero bits after its prefix is refused", arguments: networks)
  func network(text: String, description: String?) {
    #expect(IPNetwork(text)?.description == description)
  }

  static let members: [(network: IPNetwork, address: String)] = [
    ("10.0.0.0/8", "10.255.0.1"), ("10.0.0.0/8", "::ffff:10.1.2.3"), ("0.0.0.0/0", "203.0.113.9"),
    ("2001:db8::/32", "2001:db8:ffff::1"), ("::/0", "ffff::"),
  ]
  static let strangers: [(network: IPNetwork, address: String)] = [
    ("10.0.0.0/8", "11.0.0.0"), ("0.0.0.0/0", "::1"), ("::/0", "1.2.3.4"), ("2001:db8::/32", "2001:db9::"),
  ]

  @Test("A network contains its addresses", arguments: members)
  func membership(network: IPNetwork, address: String) throws {
    let address = try #require(IPAddress(address))
    #expect(network.contains(address))
  }

  @Test("A network does not contain addresses of other networks or of the other version of IP", arguments: strangers)
  func otherNetworks(network: IPNetwork, address: String) throws {
    let address = try #require(IPAddress(address))
    #expect(!network.contains(address))
  }

  static let stations: [(String, String?)] = [
    ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:80", "192.0.2.7"), ("[2001:db8::1]", "2001:db8::1"),
    ("[2001:db8::1]:4711", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"), ("192.0.2.7:_x", "192.0.2.7"),
    ("unknown", nil),
    ("_hidden", nil), ("192.0.2.7:", nil), ("192.0.2.7:123456", nil), ("[2001:db8::1", nil), ("[::1]x", nil), ("", nil),
    ("192.0.2.7, 1.1.1.1", nil),
  ]

  @Test("Forwarded nodes are parsed as in RFC 7239 §6", arguments: stations)
  func station(text: String, address: String?) {
    #expect(ForwardedElement.address(text)?.description == address)
  }

  struct Row: CustomTestStringConvertible {
    let fields: HTTPFields
    let kind: TrustedProxies.Fields
    var peer: String? = "10.0.0.1"
    let client: ClientOrigin
    var testDescription: String { "\(peer ?? "unix") \(fields)" }

    init(
      _ fields: HTTPFields, kind: TrustedProxies.Fields = .xForwarded, peer: String? = "10.0.0.1", _ address: String?,
      _ scheme: String? = nil, _ host: String? = "a"
    ) {
      self.fields = fields
      self.kind = kind
      self.peer = peer
      self.client = ClientOrigin(address: address, scheme: scheme, host: host)
    }
  }

  static let rows: [Row] = [
    Row([:], "10.0.0.1"), Row(["X-Forwarded-For": "192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "192.0.2.7"], peer: "203.0.113.9", "203.0.113.9"),
    Row(["X-Forwarded-For": "192.0.2.7"], peer: nil, nil),
    // Entries from the client itself are on the left and are not reached.
    Row(["X-Forwarded-For": "1.1.1.1, 192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "1.1.1.1, 192.0.2.7, 10.0.0.2"], "192.0.2.7"),
    Row(["X-Forwarded-For": "1.1.1.1", "x-forwarded-for": "192.0.2.7, 10.0.0.2"], "192.0.2.7"),
    Row(["X-Forwarded-For": "10.0.0.3, 10.0.0.2"], "10.0.0.3"), Row(["X-Forwarded-For": "evil, 10.0.0.2"], "10.0.0.2"),
    Row(
      ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "HTTPS", "X-Forwarded-Host": "shop.example:8443"],
      kind: [.xForwarded, .xForwardedHost], "192.0.2.7",
      "https", "shop.example:8443"),
    Row(
      ["X-Forwarded-For": "1.1.1.1, 192.0.2.7", "X-Forwarded-Proto": "http, https", "X-Forwarded-Host": "evil, good"],
      kind: [.xForwarded, .xForwardedHost], "192.0.2.7", "https", "good"),
    Row(
      ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "a/b@c"],
      kind: [.xForwarded, .xForwardedHost], "192.0.2.7"),
    // Headers that the proxies do not set are from the client.
    Row(
      ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil"], "192.0.2.7", "https"),
    Row(["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"], kind: .xForwardedFor, "192.0.2.7"),
    Row(["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"], kind: .xForwardedProto, "10.0.0.1", "https"),
    Row(["X-Forwarded-Proto": "http, https"], "10.0.0.1", "https"),
    Row(["X-Forwarded-Proto": "https"], peer: "203.0.113.9", "203.0.113.9"),
    Row(["X-Forwarded-Host": "shop.example"], kind: .xForwardedHost, "10.0.0.1", nil, "shop.example"),
    Row(["X-Forwarded-For": "192.0.2.7"], kind: [], "10.0.0.1"),
    Row(["Forwarded": "for=192.0.2.7"], "10.0.0.1"),
    Row(["X-Forwarded-For": "192.0.2.7"], kind: .forwarded, "10.0.0.1"),
    Row(
      ["Forwarded": "For=\"[2001:db8::1]:4711\";proto=https;host=\"shop.example:80\";by=_x"], kind: .forwarded,
      "2001:db8::1",
      "https", "shop.example:80"),
    Row(["Forwarded": "for=1.1.1.1;proto=http, for=192.0.2.7;proto=https"], kind: .forwarded, "192.0.2.7", "https"),
    Row(["Forwarded": "for=1.1.1.1, for=unknown"], kind: .forwarded, "10.0.0.1"),
    Row(["Forwarded": "for=1.1.1.1;for=2.2.2.2"], kind: .forwarded, "10.0.0.1"),
    Row(["Forwarded": "for=192.0.2.7;"], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": ";; for=192.0.2.7 ; ;proto=https"], kind: .forwarded, "192.0.2.7", "https"),
    Row(["Forwarded": "for=192.0.2.7;proto"], kind: .forwarded, "10.0.0.1"),
    Row(["Forwarded": "for=2001:db8::1"], kind: .forwarded, "10.0.0.1"),
    // Garbage from a client to the left of the proxy's entry neither hides nor invalidates it.
    Row(["X-Forwarded-For": "\"1.1.1.1, 192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "\"1.1.1.1", "x-forwarded-for": "192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "\"a\\", "x-forwarded-for": "192.0.2.7, 10.0.0.2"], "192.0.2.7"),
    Row(
      ["X-Forwarded-For": "1.1.1.1, 192.0.2.7", "X-Forwarded-Proto": "\"http, https"], "192.0.2.7", "https"),
    Row(["Forwarded": "garbage, for=192.0.2.7;proto=https"], kind: .forwarded, "192.0.2.7", "https"),
    Row(["Forwarded": "for=\"1.1.1.1, for=192.0.2.7"], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for=\"1.1.1.1, for=\"192.0.2.7:80\""], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for=\"1.1.1.1\\", "forwarded": "for=\"[2001:db8::1]\""], kind: .forwarded, "2001:db8::1"),
    Row(["Forwarded": "for=1.1.1.1;for=2.2.2.2, for=192.0.2.7, for=10.0.0.2"], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for=1.1.1.1, nonsense, for=10.0.0.2"], kind: .forwarded, "10.0.0.2"),
    Row(["Forwarded": ", for=192.0.2.7 ,"], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for=\"192.0.2.7\";host=\"a,b\""], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for=192.0.2.7;x=\"\\\"=\\\", for=1.1.1.1\""], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "\", for=10.0.0.9\""], kind: .forwarded, "10.0.0.1"),
    // U+0600 and a combining mark form one Character with the adjacent comma, so splitting works on bytes.
    Row(["X-Forwarded-For": "\u{600}, 192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "1.1.1.1\u{600},192.0.2.7, 10.0.0.2"], "192.0.2.7"),
    Row(["X-Forwarded-For": "1.1.1.1,\u{301}, 192.0.2.7"], "192.0.2.7"),
    Row(["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "\u{600},https"], "192.0.2.7", "https"),
    Row(["X-Forwarded-For": "192.0.2.7:\u{301}80"], "10.0.0.1"),
    Row(["Forwarded": "\u{600}, for=192.0.2.7"], kind: .forwarded, "192.0.2.7"),
    Row(["Forwarded": "for\u{37E}=1.1.1.1, for=192.0.2.7"], kind: .forwarded, "192.0.2.7"),
  ]

  @Test("Forwarded addresses are followed from the last one as far as their proxies are trusted", arguments: rows)
  func walk(row: Row) async throws {
    let head = RequestHead(HTTPRequest(.get, "/", authority: "a", fields: row.fields))
    let exchange = Exchange(
      head: head, operation: nil, remoteAddress: row.peer.map { "\($0):1" } ?? "unix:", remoteHost: row.peer)
    let proxies = TrustedProxies(["10.0.0.0/8", "::1"], fields: row.kind)
    _ = try await proxies.handle(HTTPRequest(.get, "/", fields: row.fields), in: exchange) { _ in .text("") }
    #expect(exchange.client == row.client)
  }

  @Test("A proxy on a Unix domain socket is trusted if configured")
  func unix() async throws {
    let exchange = Exchange(head: nil, operation: nil, remoteAddress: "unix:", remoteHost: nil)
    let request = HTTPRequest(.get, "/", fields: ["X-Forwarded-For": "192.0.2.7"])
    _ = try await TrustedProxies([], trustsUnixSockets: true).handle(request, in: exchange) { _ in .text("") }
    #expect(exchange.client.address == "192.0.2.7")
  }
}
