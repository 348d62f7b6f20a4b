import Contract
import ContractOpenAPI
import ContractTesting
import Foundation
import NotesContract
import Testing

@Suite struct VerifyContractTests {
  @Test("A server of a contract has no finding against the exported document", arguments: [1, 2])
  func contract(_ seed: UInt64) async throws {
    let count = ProcessInfo.processInfo.environment["CONTRACT_CASES"].flatMap(Int.init) ?? 300
    let server = Server(port: 0, threads: 1) { NotesRoutes(NotesService()) }
      .authenticating(.bearer) { credentials in
        credentials.matches(Secret("secret"))
          ? Authenticated("operator", scopes: ["notes:read", "notes:write"]) : nil
      }
    let options = ContractTestOptions(seed: seed, cases: count, credentials: ["bearer": .bearer("secret")])
    let report = try await verify(
      NotesEndpoints.all, against: "http://notes.test", options: options, transport: InProcessTransport(server))
    #expect(report.isEmpty && report.omissions.isEmpty, "\(report)")
    #expect(report.cases == count && report.validCases > count / 4, "\(report)")
  }

  @Test("A server is verified over sockets")
  func sockets() async throws {
    let server = ItemProvider().server
    let address = try await server.start()
    let report = try await verify(
      try ItemProvider.document, against: address.url,
      options: ContractTestOptions(cases: 60, credentials: ["token": .bearer("secret")]))
    await server.stop(drain: .zero)
    #expect(report.isEmpty && report.cases == 60, "\(report)")
  }

  @Test("A server that does not listen is one finding for each operation")
  func unreachable() async throws {
    let transport = ScriptedTransport([])
    let report = try await verify(
      try ItemProvider.document, against: "http://items.test",
      options: ContractTestOptions(cases: 30, credentials: ["token": .bearer("secret")]), transport: transport)
    #expect(report.findings.map(\.kind) == [.noResponse, .noResponse, .noResponse], "\(report)")
  }
}
