// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

@API @Mock
package protocol PackageContract: Sendable {
  @GET("/package") @Default("limit", 20)
  func list(limit: Int, tag: String?) async throws -> [Int]
}

@APIError
package enum PackageError {
  @Status(404) case missing
}

@API @Mock
internal protocol InternalContract: Sendable {
  @GET("/internal") @Default("limit", 20) @Throws(InternalError.self)
  func list(limit: Int, tag: String?) async throws -> [Int]
}

@APIError
internal enum InternalError {
  @Status(404) case missing
}

@API @Mock
fileprivate protocol FileprivateContract: Sendable {
  @GET("/fileprivate") @Default("limit", 20) @Throws(FileprivateError.self)
  func list(limit: Int, tag: String?) async throws -> [Int]
}

@APIError
fileprivate enum FileprivateError {
  @Status(404) case missing
}

@API @Mock
private protocol PrivateContract: Sendable {
  @GET("/private") @Default("limit", 20)
  func list(limit: Int, tag: String?) async throws -> [Int]
}

/// A default that only this module sees.
nonisolated internal let usualLimit = 20

@API @Mock
public protocol OpenContract: Sendable {
  @GET("/open") @Default("limit", usualLimit) @Default("name", "\(usualLimit)")
  func list(limit: Int, name: String, tag: String?) async throws -> [Int]
}

/// Returns the operations of the narrow contracts of this file, for tests in other modules.
nonisolated package func narrowOperations() -> [String] {
  (InternalContractEndpoints.all + FileprivateContractEndpoints.all + PrivateContractEndpoints.all).map(\.id)
}

/// Uses the generated types inside their file.
nonisolated package func narrowMock() async throws -> [Int] {
  let mock = FileprivateContractMock()
  mock.mockList { limit, tag in [limit, tag?.count ?? 0] }
  let contract: any FileprivateContract = mock
  return try await contract.list()
}

nonisolated public enum Namespace {
  nonisolated public struct Item: Codable, Equatable, Sendable {
    public var name: String
    public init(name: String) { self.name = name }
  }

  /// A contract nested in a type, whose types it names without the outer one.
  @API(prefix: "/v1/:tenant") @Mock
  public protocol Nested: Sendable {
    /// Stores an item.
    @PUT("/items/:name") @Default("force", false)
    func store(tenant: String, name: String, item: Body<Item>, force: Contract::Query<Bool>) async throws -> Item
    @GET("")
    func root(tenant: String) async throws -> [Item]
  }

  @API @Mock
  private protocol Hidden: Sendable {
    @GET("/hidden") func list(tag: String?) async throws -> [Item]
  }

  nonisolated package static func hiddenOperations() -> [String] { HiddenEndpoints.all.map(\.id) }
}
