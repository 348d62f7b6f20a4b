import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer

@Suite("Connections of one peer", .serialized)
struct PeerLimitTests {
  @Test("are limited over all loops; a closed one makes room")
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

  @Test(
    "have half of the places where descriptors are few and nothing else is said",
    arguments: [
      (10_000, 5_000, 20_000, 10_000, 5_000), (10_000, 5_000, 960, 960, 480), (10_000, 900, 960, 960, 900),
      (10_000, nil, 960, 960, nil), (100, 5_000, 960, 100, 5_000), (10_000, 5_000, 1, 1, 1),
      (20_000, 5_000, 15_000, 15_000, 5_000),
    ] as [(Int, Int?, Int, Int, Int?)])
  func places(most: Int, ofOnePeer: Int?, descriptors: Int, all: Int, share: Int?) {
    var limits = ServerLimits()
    limits.maxConnections = most
    limits.maxConnectionsPerPeer = ofOnePeer
    let places = limits.places(descriptors: descriptors)
    #expect(places.all == all && places.ofOnePeer == share)
  }

  @Test("are counted by address, for IPv6 by the network of a customer")
  func keys() {
    func key(_ host: String) -> PeerKey? { SocketAddress(host: host, port: 9).flatMap { PeerKey(PeerAddress($0)) } }
    #expect(key("192.0.2.7") == key("192.0.2.7"))
    #expect(key("192.0.2.7") != key("192.0.2.8"))
    #expect(key("2001:db8::1") == key("2001:db8::ffff:0:1"))
    #expect(key("2001:db8::1") != key("2001:db8:0:1::1"))
    #expect(key("::ffff:192.0.2.7") == key("192.0.2.7"))
    // The bits of an IPv4 address and those of a network never meet.
    #expect(key("0.0.0.0") != key("::1"))
    #expect(PeerKey(PeerAddress(.unix(path: "/a"))) == nil)
  }
}
