import ContractHTTP
import ContractServer
import ContractTestSupport
import ContractTesting
import Testing

@testable import ContractOpenAPI

@Suite(.ownThreads) struct TestSecretsTests {
  @Test(
    "A key is hidden as it is written in texts, URLs and JSON",
    arguments: [#"hunter2/"+=="#, "hunter2%2F%22%2B%3D%3D", #"hunter2/\"+=="#, #"hunter2\/\"+=="#])
  func spellings(_ written: String) {
    let secrets = TestSecrets(ContractTestOptions(credentials: ["key": .key(#"hunter2/"+=="#)]))
    #expect(secrets.hidden(in: "a=\(written)&b") == "a=KEY&b")
  }

  @Test("A command hides a credential of an earlier response that is a value of its path")
  func paths() async throws {
    let text = #"""
      {"openapi": "3.1.1", "info": {"title": "T", "version": "1"}, "paths": {"/echo/{secret}": {"get": {
        "operationId": "echo", "security": [{"key": []}],
        "parameters": [{"name": "secret", "in": "path", "required": true, "schema": {"type": "string"}}],
        "responses": {"200": {"description": "ok", "content": {"application/json": {}}}}}}},
       "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "key"}}}}
      """#
    var router = Router()
    router.on(.get, "/echo/{secret}") { request in
      if request.head.path.contains("hunter2") { return .text("a path") }
      var response = HTTPResponse.text(#"{"secret": "hunter2-key"}"#)
      response.fields[.contentType] = "application/json"
      return response
    }
    let options = ContractTestOptions(
      cases: 40, credentials: ["key": .key("hunter2-key")], maxShrinkingRequests: 0)
    let report = try await verify(
      OpenAPIDocument(parsing: text), against: "http://items.test", options: options,
      transport: InProcessTransport(Server(port: 0, router: router)))
    let finding = report.findings.first { $0.kind == .wrongMediaType }
    #expect(finding?.command.contains("/echo/KEY?key=KEY") == true, "\(report)")
    #expect(!report.description.contains("hunter2"), "\(report)")
  }
}
