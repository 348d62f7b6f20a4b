import ContractHTTP
import ContractHTTP1
import Testing

@Suite("A server's checks of the opening handshake")
struct WebSocketHandshakeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = HTTPMethod.get
    /// Headers that replace those of a valid request; nil removes one.
    var changed: [(name: HTTPFieldName, value: String?)] = []
    var hasContent = false
    var origins = WebSocketOrigins.same
    var fault: Fault?
  }

  enum Fault: Sendable { case upgrade, malformed, origin }

  private static let upgradeRows: [Row] = [
    Row(testDescription: "a valid request"),
    Row(
      testDescription: "lists and uppercase names",
      changed: [("Upgrade", "h2c, WEBSOCKET"), ("Connection", "close, UPGRADE")]),
    Row(testDescription: "no Upgrade", changed: [("Upgrade", nil)], fault: .upgrade),
    Row(testDescription: "Upgrade: websockets", changed: [("Upgrade", "websockets")], fault: .upgrade),
    Row(testDescription: "no Connection", changed: [("Connection", nil)], fault: .upgrade),
    Row(testDescription: "Connection without upgrade", changed: [("Connection", "keep-alive")], fault: .upgrade),
    Row(testDescription: "no Sec-WebSocket-Version", changed: [("Sec-WebSocket-Version", nil)], fault: .upgrade),
    Row(testDescription: "two Sec-WebSocket-Versions", changed: [("Sec-WebSocket-Version", "8, 13")], fault: .upgrade),
    Row(testDescription: "HEAD", method: .head, fault: .upgrade),
    Row(testDescription: "a body", hasContent: true, fault: .malformed),
  ]

  private static let keyRows: [Row] =
    [
      ("AAAAAAAAAAAAAAAAAAAAAA==", nil), ("+/09azAZ+/09azAZ+/09aw==", nil), (nil, .malformed), ("", .malformed),
      ("AAAAAAAAAAAAAAAAAAAAAAA=", .malformed), ("AAAAAAAAAAAAAAAAAAAAAB==", .malformed),
      ("AAAAAAAAAAAAAAAAAAAA", .malformed), ("AAAAAAAAAAAAAAAAAAAAAAAAAA==", .malformed),
      ("AAAAAAAAAA AAAAAAAAAAA==", .malformed), ("AAAAAAAAAAAAAAAAAAAAA-==", .malformed),
    ].map { (key: String?, fault: Fault?) in
      Row(testDescription: "the key \(key ?? "missing")", changed: [("Sec-WebSocket-Key", key)], fault: fault)
    }

  private static let originRows: [Row] =
    [
      ("http://a.example", .same, nil), ("https://a.example", .same, nil), ("HTTP://A.example:80", .same, nil),
      ("https://a.example:443", .same, nil), ("https://a.example:80", .same, .origin),
      ("http://a.example:8080", .same, .origin),
      ("http://b.example", .same, .origin), ("http://a.example.evil", .same, .origin), ("null", .same, .origin),
      ("", .same, .origin), ("a.example", .same, .origin), ("ftp://a.example", .same, .origin),
      ("http://b.example", .any, nil), ("null", .any, nil), ("http://b.example", .only("http://B.example"), nil),
      ("http://a.example", .only("http://b.example"), .origin),
      ("https://b.example", .only("http://b.example"), .origin),
    ].map { (origin: String, origins: WebSocketOrigins, fault: Fault?) in
      Row(testDescription: "the origin \(origin)", changed: [("Origin", origin)], origins: origins, fault: fault)
    }

  @Test(
    "A handshake is accepted, or refused as no upgrade, as malformed, or for its origin",
    arguments: upgradeRows + keyRows + originRows)
  func check(row: Row) {
    var fields: HTTPFields = [
      .host: "a.example", "Connection": "keep-alive, Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    for (name, value) in row.changed { fields[name] = value.map { HTTPFieldValue(unchecked: $0) } }
    let head = RequestHead(HTTPRequest(row.method, "/", fields: fields))
    #expect(fault(head, row) == row.fault)
  }

  private func fault(_ head: RequestHead, _ row: Row) -> Fault? {
    do throws(WebSocketHandshake.Refusal) {
      try WebSocketHandshake.check(head, hasContent: row.hasContent, origins: row.origins)
      return nil
    } catch {
      switch error {
      case .upgradeRequired: return .upgrade
      case .malformed: return .malformed
      case .foreignOrigin: return .origin
      }
    }
  }

  @Test("An origin is compared with Host by name or IPv6 address and port, and a missing Origin is allowed")
  func hosts() {
    for (origin, host) in [
      ("http://[::1]:8080", "[::1]:8080"), ("http://[::1]", "[::1]"), ("http://[::1]", "[::1]:80"),
      ("http://a:8080", "a:8080"),
    ] {
      #expect(WebSocketOrigins.same.allow(origin, host: host), "\(origin) at \(host)")
    }
    for (origin, host) in [("http://[::2]", "[::1]"), ("http://a", "a:8080")] {
      #expect(!WebSocketOrigins.same.allow(origin, host: host), "\(origin) at \(host)")
    }
    #expect(!WebSocketOrigins.same.allow("http://a", host: nil))
    #expect(WebSocketOrigins.same.allow(nil, host: nil))
  }

  @Test("Offered subprotocols keep their order across several header lines")
  func protocols() {
    var request = HTTPRequest(.get, "/")
    request.fields.append("Sec-WebSocket-Protocol", "v2,v1 , v0")
    request.fields.append("Sec-WebSocket-Protocol", "x")
    #expect(WebSocketHandshake.protocols(of: RequestHead(request)) == ["v2", "v1", "v0", "x"])
  }
}
