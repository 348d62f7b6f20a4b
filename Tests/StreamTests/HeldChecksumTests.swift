import ContractTestSupport
import ContractTesting
import Glibc
import Testing

@Suite("Checksums of streams that are held in memory", .ownThreads, .timeLimit(.minutes(2)))
struct HeldChecksumTests {
  @Test("A request without a fixture keeps the checksum of its streamed body")
  func replaying() async throws {
    var name = Array("/tmp/contract-held-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&name).map { String(cString: $0) })
    defer { rmdir(folder) }
    let server = Server(port: 0) { VaultRoutes(VaultService()) }
    let transport = try ReplayingTransport(from: folder, unknown: .sent(over: InProcessTransport(server)))
    let api = VaultAPI(APIClient(baseURL: "http://replayed.invalid", transport: transport))
    #expect(try await api.write(data: .crumbs(of: "four")) == 4)
    #expect(try await api.write(data: ByteStream([])) == 0)
    #expect(try await api.mirror(data: .crumbs(of: "mirror")).collect(upTo: 100) == Array("mirror".utf8))
  }

  @Test("A signed webhook keeps the checksum of its streamed body", arguments: [false, true])
  func webhooks(isInProcess: Bool) async throws {
    let time: Int64 = 1_614_265_330
    let signature = try WebhookSignature.standard(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let routes = VaultRoutes(VaultService()).middleware([WebhookVerification(signature, seconds: { time })])
    var fields = HTTPFields()
    await signature.sign(&fields, Array("four".utf8), id: "msg_1", at: time)
    let signed = fields
    func call(_ client: APIClient) async throws {
      let signing = signed.reduce(client) { $0.header($1.name, $1.value.rawValue) }
      #expect(try await VaultAPI(signing).write(data: .crumbs(of: "four")) == 4)
      let refused = await #expect(throws: ClientError.self) {
        try await VaultAPI(signing).write(data: .crumbs(of: "five"))
      }
      #expect(refused?.response?.status == .unauthorized)
    }
    if isInProcess { try await call(routes.inProcess) } else { try await withServer(routes) { try await call($0) } }
  }
}
