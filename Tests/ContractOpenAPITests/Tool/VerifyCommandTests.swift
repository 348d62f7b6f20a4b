import ContractCoding
import ContractOpenAPI
import ContractServer
import Testing

@testable import contract_tool

@Suite struct VerifyCommandTests {
  /// Runs `verify` against a provider over sockets.
  private func verify(_ fault: ItemProvider.Fault?, _ arguments: String...) async throws -> ToolRun {
    let document = try DocumentFixture()
    let server = ItemProvider(fault: fault).server
    let address = try await server.start()
    let run = await ToolRun(["verify", document.path, "--url", address.url, "--cases", "60"] + arguments)
    await server.stop(drain: .zero)
    return run
  }

  @Test("A server without findings exits with 0, and the report counts requests")
  func correct() async throws {
    let run = try await verify(nil, "--bearer", "secret", "--json")
    let report = try JSONValue(parsing: run.output)
    #expect(run.status == .fine && run.errors.isEmpty, "\(run)")
    #expect(report["findings"] == [] && report["cases"] == 60 && report["operations"] == 3 && report["seed"] == "1")
  }

  @Test("A finding exits with 1, and is printed with the command that repeats it and without the token")
  func finding() async throws {
    let run = try await verify(.acceptsOutOfRange, "--bearer", "secret", "--operation", "listItems", "--seed", "7")
    #expect(run.status == .findings)
    for text in ["acceptedInvalidRequest: GET /items", "limit=0'", "-H 'Authorization: Bearer TOKEN'", "seed 7, case "]
    {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
    #expect(!run.output.contains("secret"))
  }

  @Test("An excluded operation is not tested")
  func excluded() async throws {
    let run = try await verify(
      .acceptsOutOfRange, "--bearer", "secret", "--exclude", "listItems", "--json")
    let report = try JSONValue(parsing: run.output)
    #expect(run.status == .fine && report["operations"] == 2, "\(run)")
  }

  @Test("Without credentials, the missing 401 of a secured operation is found")
  func credentials() async throws {
    #expect(try await verify(nil).status == .fine)
    let run = try await verify(.noAuthentication, "--json")
    let kinds = try JSONValue(parsing: run.output)["findings"]?.array?.compactMap { $0["kind"]?.string } ?? []
    #expect(run.status == .findings && Set(kinds) == ["missingAuthentication"], "\(run)")
  }

  @Test("A server that responds to no request is one error, and exits with 2")
  func unreachable() async throws {
    let document = try DocumentFixture()
    let server = ItemProvider().server
    let address = try await server.start()
    await server.stop(drain: .zero)
    let run = await ToolRun("verify", document.path, "--url", address.url, "--cases", "3", "--bearer", "secret")
    #expect(run.status == .unusable && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("no request to \(address.url) got a response: "), "\(run)")
  }

  @Test("A run that tests no operation exits with 2")
  func untested() async throws {
    let empty = try DocumentFixture(#"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}"#)
    let document = try DocumentFixture()
    let names = try ItemProvider.document.operations.map { $0.id ?? $0.title }
    for arguments in [[empty.path], [document.path] + names.flatMap { ["--exclude", $0] }] {
      let run = await ToolRun(["verify", "--url", "http://localhost"] + arguments)
      #expect(run.status == .unusable && run.output.isEmpty, "\(run)")
      #expect(run.errors.contains("No request was sent") && run.errors.contains("`--exclude`"), "\(run)")
    }
  }

  static let invalid: [([String], String)] = [
    (["--url", "localhost"], "`--url` is `localhost`: expected http://HOST"),
    (["--cases", "0"], "expected a number from 1 to 10000000"), (["--seed", "x"], "expected a number"),
    (["--basic", "a"], "expected USER:PASSWORD"), (["--tokne", "x"], "no option `--tokne`"),
    (["--url", "http://localhost", "--operation", "lsitItems"], "The document has no operation `lsitItems`"),
    (["--url", "http://localhost", "--exclude", "GET /nothing"], "The document has no operation `GET /nothing`"),
  ]

  @Test("An invalid command line or document exits with 2", arguments: invalid)
  func unusable(_ arguments: [String], _ text: String) async throws {
    let document = try DocumentFixture()
    let run = await ToolRun(["verify", document.path] + arguments)
    #expect(run.status == .unusable && run.errors.contains(text), "\(run)")
    let absent = await ToolRun("verify", "/nothing.json", "--url", "http://localhost")
    #expect(absent.status == .unusable && absent.errors.contains("there is no such file"), "\(absent)")
  }
}
