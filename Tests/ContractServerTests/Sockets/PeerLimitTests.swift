import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Connection limit per peer", .ownThreads, .serialized)
struct PeerLimitTests {
  @Test("The connections of a peer are limited over all loops, and a closed connection frees its slot")
  func limit() async throws {
    var limits = ServerLimits()
    limits.maxConnectionsPerPeer = 3
    try await withEngine(.echo, threads: 2, limits: limits) { server in
      var clients: [RawClient] = []
      for _ in 0..<3 {
        let client = try RawClient(server.address)
        try client.send(ListeningTests.get)
        #expect(try client.response().status == 200)
        clients.append(client)
      }
      #expect(server.peerCount == 1)
      let refused = try RawClient(server.address)
      #expect(throws: RawClient.Failure.self) {
        try refused.send(ListeningTests.get)
        _ = try refused.response()
      }
      #expect(server.refusedConnectionCount == 1)
      clients.removeLast().close()
      while server.connectionCount > 2 { await Task.yield() }
      let next = try RawClient(server.address)
      try next.send(ListeningTests.get)
      #expect(try next.response().status == 200)
    }
  }

  /// Limits, the number of descriptors, and the resulting slots.
  struct PlacesRow: Sendable {
    var maxConnections = 10_000
    /// Nil where the limit of one peer is left at its default.
    var setShare: Int??
    let descriptors: Int
    let all: Int
    let ofOnePeer: Int?
  }

  @Test(
    "A peer's default limit is half of the slots when descriptors are few",
    arguments: [
      PlacesRow(descriptors: 20_000, all: 10_000, ofOnePeer: 5_000),
      PlacesRow(descriptors: 960, all: 960, ofOnePeer: 480),
      PlacesRow(descriptors: 1, all: 1, ofOnePeer: 1),
      PlacesRow(maxConnections: 20_000, descriptors: 15_000, all: 15_000, ofOnePeer: 5_000),
      PlacesRow(maxConnections: 100, descriptors: 960, all: 100, ofOnePeer: 5_000),
      PlacesRow(setShare: 900, descriptors: 960, all: 960, ofOnePeer: 900),
      PlacesRow(setShare: 5_000, descriptors: 960, all: 960, ofOnePeer: 5_000),
      PlacesRow(setShare: .some(nil), descriptors: 960, all: 960, ofOnePeer: nil),
    ])
  func places(_ row: PlacesRow) {
    var limits = ServerLimits()
    limits.maxConnections = row.maxConnections
    if let share = row.setShare { limits.maxConnectionsPerPeer = share }
    let places = limits.maxConnections(descriptors: row.descriptors)
    #expect(places.all == row.all && places.ofOnePeer == row.ofOnePeer)
  }

  @Test("Connections are counted per IPv4 address and per IPv6 /64 network")
  func keys() {
    func key(_ host: String) -> PeerKey? { SocketAddress(host: host, port: 9).flatMap { PeerKey(PeerAddress($0)) } }
    #expect(key("192.0.2.7") == key("192.0.2.7"))
    #expect(key("192.0.2.7") != key("192.0.2.8"))
    #expect(key("2001:db8::1") == key("2001:db8::ffff:0:1"))
    #expect(key("2001:db8::1") != key("2001:db8:0:1::1"))
    #expect(key("::ffff:192.0.2.7") == key("192.0.2.7"))
    // The key of an IPv4 address never equals that of an IPv6 network.
    #expect(key("0.0.0.0") != key("::1"))
    #expect(PeerKey(PeerAddress(.unix(path: "/a"))) == nil)
  }
}
