import Contract
import ContractTesting
import Etcd
import FoundationEssentials
import Testing

@Suite("The client")
struct ClientTests {
  @Test("The contracts are valid")
  func contracts() {
    #expect((EtcdV3Endpoints.all + EtcdAuthV3Endpoints.all).verify().isEmpty)
  }

  @Test(
    "A request has the JSON form of the gateway",
    arguments: [
      (
        { @Sendable in _ = try await $0.put("bar", for: "foo", lease: Lease(id: 7, ttl: 60)) },
        "/v3/kv/put", #"{"key":"Zm9v","value":"YmFy","lease":"7","prevKv":true}"#
      ),
      (
        { @Sendable in _ = try await $0.entries(under: "foo", limit: 1) },
        "/v3/kv/range", #"{"key":"Zm9v","rangeEnd":"Zm9w","limit":"1"}"#
      ),
      ({ @Sendable in _ = try await $0.entries(under: "") }, "/v3/kv/range", #"{"key":"AA==","rangeEnd":"AA=="}"#),
      (
        { @Sendable in _ = try await $0.replace("a", by: "b", for: "k") }, "/v3/kv/txn",
        #"{"compare":[{"target":"VALUE","key":"aw==","result":"EQUAL","value":"YQ=="}],"#
          + #""success":[{"requestPut":{"key":"aw==","value":"Yg=="}}],"failure":[]}"#
      ),
      (
        { @Sendable in _ = try await $0.replace(nil, by: "b", for: "k") }, "/v3/kv/txn",
        #"{"compare":[{"target":"VERSION","key":"aw==","result":"EQUAL","version":"0"}],"#
          + #""success":[{"requestPut":{"key":"aw==","value":"Yg=="}}],"failure":[]}"#
      ),
      ({ @Sendable in _ = try await $0.grant(seconds: 60) }, "/v3/lease/grant", #"{"TTL":"60"}"#),
      ({ @Sendable in try await $0.revoke(Lease(id: 7, ttl: 60)) }, "/v3/lease/revoke", #"{"ID":"7"}"#),
      (
        { @Sendable in _ = try await $0.watch("foo", from: 7) }, "/v3/watch",
        #"{"createRequest":{"key":"Zm9v","rangeEnd":"Zm9w","startRevision":"7","fragment":true}}"#
      ),
    ] as [(@Sendable (Etcd) async throws -> Void, String, String)])
  func requests(call: @Sendable (Etcd) async throws -> Void, path: String, body: String) async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array(#"{"ID":"1","TTL":"60"}"#.utf8)))
    }
    try await call(Etcd(APIClient(baseURL: "http://etcd").transport(transport)))
    let request = try #require(transport.requests.first)
    #expect(request.method == .post && request.target == path)
    #expect(String(decoding: try await request.body.collect(upTo: 1 << 20), as: UTF8.self) == body)
  }

  @Test("A snapshot is the bytes of its parts, and ends with the error of etcd if it breaks off")
  func snapshot() async throws {
    let parts = [#"{"result":{"remaining_bytes":"3","blob":"YWJj"}}"#, #"{"result":{"blob":"ZGVm"}}"#]
    #expect(try await Self.snapshot(of: parts) == Array("abcdef".utf8))
    await #expect(throws: StreamFailure.self) {
      try await Self.snapshot(of: [parts[0], #"{"error":{"grpc_code":14,"message":"closed"}}"#])
    }
  }

  private static func snapshot(of lines: [String]) async throws -> [UInt8] {
    let body = lines.map { $0 + "\n" }.joined()
    let transport = ScriptedTransport { _ in
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array(body.utf8)))
    }
    let etcd = Etcd(APIClient(baseURL: "http://etcd").transport(transport))
    let parts = try await etcd.snapshot().map { [UInt8]($0) }
    return try await ByteStream(parts).collect(upTo: 1 << 20)
  }

  @Test("A mock replaces the server")
  func mock() async throws {
    let mock = EtcdV3Mock()
    mock.mockRange { _, _, _, _, _, _ in RangeResponse(kvs: [KeyValue(Data("k".utf8), Data("v".utf8))]) }
    #expect(try await Etcd(api: mock).entry("k")?.text == "v")
    #expect(mock.rangeCalls.map(\.key) == [Data("k".utf8)])
  }

  @Test("Both ends of the contract agree")
  func bothEnds() async throws {
    let mock = EtcdV3Mock()
    let results: [ActionResult] = [
      .put(PutResponse(previous: KeyValue(Data([0]), Data([255])))), .range(RangeResponse()), .delete(DeleteResponse()),
    ]
    mock.mockTxn { comparisons, success, failure in
      TransactionResponse(succeeded: comparisons.count == 2 && success == failure, responses: results)
    }
    try await withServer(EtcdV3Routes(mock)) { client in
      let operations: [Action] = [.put(key: Data([1]), value: Data(), lease: 7), .range(key: Data(), rangeEnd: nil)]
      let response = try await EtcdV3API(client).txn(
        compare: [
          .lease(key: Data([1]), result: .notEqual, lease: 3), .modified(key: Data(), result: .less, modRevision: 9),
        ],
        success: operations, failure: operations)
      #expect(response == TransactionResponse(succeeded: true, responses: results))
    }
  }
}
