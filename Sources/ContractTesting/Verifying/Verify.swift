public import ContractClient
public import ContractOpenAPI

/// Tests a live server against a contract, and returns the differences.
///
/// ```swift
/// let report = try await verify(TodosEndpoints.all, against: "http://127.0.0.1:8080")
/// #expect(report.isEmpty, "\(report)")
/// ```
///
/// The server may be written in any language. It receives generated valid and invalid requests one after another, so
/// resources are created, changed and deleted: use a server for tests. See ``ContractTester``.
///
/// - Parameters:
///   - operations: The operations of one or several contracts.
///   - url: The base URL of the server.
///   - options: The seed, the number of cases, and the credentials.
///   - transport: The transport of the requests.
/// - Throws: ``OpenAPIError`` if the contract cannot be described, and ``ContractTestError`` for an invalid URL or an
///   operation that the contract does not have.
public func verify(
  _ operations: [APIOperation]..., against url: String, options: ContractTestOptions = ContractTestOptions(),
  transport: any ClientTransport = CurlTransport.shared
) async throws -> ContractTestReport {
  var api = OpenAPI(title: "Contract", version: "0")
  api.operations = operations.flatMap { $0 }
  return try await verify(
    OpenAPIDocument(try api.export().document), against: url, options: options, transport: transport)
}

/// Tests a live server against an OpenAPI document, and returns the differences.
///
/// ```swift
/// let report = try await verify(try OpenAPIDocument(parsing: bytes), against: "http://127.0.0.1:8080/v1")
/// ```
///
/// - Throws: ``ContractTestError`` for an invalid URL or an operation that the document does not have.
public func verify(
  _ document: OpenAPIDocument, against url: String, options: ContractTestOptions = ContractTestOptions(),
  transport: any ClientTransport = CurlTransport.shared
) async throws -> ContractTestReport {
  guard let url = ServerURL(url) else {
    throw ContractTestError(description: "The URL is invalid; write it as http://host:port, without query or fragment.")
  }
  let settings = TransportOptions(timeout: .seconds(30), redirects: .none)
  let tester = ContractTester(document, at: url, options)
  if let name = tester.unknownOperations.first {
    throw ContractTestError(
      description: "There is no operation `\(name)`; name it by its `operationId` or as `GET /todos/{id}`.")
  }
  return await tester.run { request in try await transport.stream(request, options: settings) }
}

/// An error that prevents a contract test.
public struct ContractTestError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault and its remedy.
  public let description: String
}
