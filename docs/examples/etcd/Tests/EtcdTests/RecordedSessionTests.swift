import Contract
import ContractTesting
import Etcd
import FoundationEssentials
import Testing

/// An etcd that `Scripts/check-sdk` has started.
struct LiveServer {
  let url: String
  /// The folder for a recorded session.
  let fixtures: String

  static let current: LiveServer? = {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["ETCD_TEST_URL"], let fixtures = environment["ETCD_TEST_FIXTURES"] else { return nil }
    return LiveServer(url: url, fixtures: fixtures)
  }()
}

@Suite("A recorded session")
struct RecordedSessionTests {
  /// Recorded with etcd 3.4; `ETCD_TEST_FIXTURES=… Scripts/check-sdk etcd` records it again.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path
  /// The member `key` is data of etcd. Tokens are shown too, because the recorded tokens have expired.
  static let masking = Masking.standard.showing(names: ["key"])

  @Test("The SDK reads the responses of etcd")
  func replay() async throws {
    try await Self.session(Etcd(APIClient(baseURL: "http://replayed").environment(try .replaying(from: Self.folder))))
  }

  static func session(_ etcd: Etcd) async throws {
    _ = try await etcd.deleteAll(under: "recorded/")
    #expect(try await etcd.put("green", for: "recorded/leaf") == nil)
    #expect(try await etcd.put("é", for: "recorded/leaf")?.text == "green")
    let entry = try #require(try await etcd.entry("recorded/leaf"))
    #expect(entry.text == "é" && entry.version == 2 && entry.modRevision > entry.createRevision)
    #expect(try await etcd.replace("é", by: "red", for: "recorded/leaf"))
    #expect(try await !etcd.replace("blue", by: "white", for: "recorded/leaf"))
    #expect(try await etcd.replace(nil, by: "grey", for: "recorded/bark"))
    #expect(try await etcd.entries(under: "recorded/").map(\.text) == ["grey", "red"])
    #expect(try await etcd.entries(under: "recorded/", limit: 1).map(\.keyText) == ["recorded/bark"])
    try await transaction(etcd)
    let lease = try await etcd.grant(seconds: 60)
    try await etcd.put("x", for: "recorded/leased", lease: lease)
    #expect(try await etcd.remainingSeconds(of: lease).map { (1...60).contains($0) } == true)
    try await etcd.revoke(lease)
    #expect(try await etcd.remainingSeconds(of: lease) == nil)
    #expect(try await etcd.entry("recorded/leased") == nil)
    await refusal(.notFound(message: "etcdserver: requested lease not found")) { () throws(EtcdError) in
      try await etcd.revoke(lease)
    }
    await refusal(.invalidArgument(message: "etcdserver: key is not provided")) { () throws(EtcdError) in
      try await etcd.put("x", for: "")
    }
    #expect(try await etcd.delete("recorded/leaf"))
    #expect(try await !etcd.delete("recorded/leaf"))
  }

  private static func transaction(_ etcd: Etcd) async throws {
    let (key, end) = KeyRange.prefix("recorded/")
    let response = try await etcd.api.txn(
      compare: [.created(key: Data("recorded/leaf".utf8), result: .greater, createRevision: 0)],
      success: [
        .put(key: key, value: Data(), lease: nil), .range(key: key, rangeEnd: end),
        .delete(key: Data("recorded/bark".utf8), rangeEnd: nil),
        .delete(key: Data("recorded/none".utf8), rangeEnd: nil),
      ],
      failure: [])
    #expect(response.succeeded)
    #expect(response.responses.count == 4)
    guard case .range(let range) = response.responses[1] else {
      Issue.record("\(response.responses)")
      return
    }
    #expect(range.kvs.map(\.text) == ["", "grey", "red"] && range.count == 3)
    let deletions = response.responses.suffix(2).map { result -> Int64? in
      guard case .delete(let response) = result else { return nil }
      return response.deleted
    }
    #expect(deletions == [1, 0])
  }

  private static func refusal(_ expected: EtcdRefusal, _ call: () async throws(EtcdError) -> Void) async {
    do throws(EtcdError) {
      try await call()
      Issue.record("the call is a success, not \(expected)")
    } catch {
      guard case .declared(let refusal) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(refusal == expected)
    }
  }
}
