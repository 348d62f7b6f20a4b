// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

// Requests and groups in a module whose types have the names of the toolkit's own types, and are isolated to the main
// actor by default.

@Request
nonisolated public struct FindColliding: Equatable {
  @Path public var route: String
  @Query("query") public var query: String? = nil
  @Header public var request: String = "r"
  @KeyQuery public var `in` = false
  @JSON public var contract: Contract?
  @JSON public var `self`: Int = 1
  @JSON public var encode: Int = 2
  @JSON public var inputs: [Int] = [3]
  @QueryDict public var decode: [String: String] = [:]
}

// The default and the rules name the struct's own members.
@Request
nonisolated public struct FindLimited: Equatable {
  static let most = 50
  @Query @Validate(.range(1...Self.most)) public var size: Int = Self.most
}

/// A group whose attributes name its own members.
@API(prefix: "/limited")
public final class LimitedGroup: EndpointGroup {
  nonisolated static let wait = 40
  @GET("/size") @Timeout(.seconds(Self.wait)) public var size: (FindLimited) async throws -> Int
}

// Isolated to the main actor like any other struct here; its coding is not.
@Request
struct FindIsolated {
  @Header("TOKEN") var token = nil
  @Query var limit = 20
}

@Request(.put, "/empty/{id}", base: "http://localhost:1")
nonisolated public struct PutEmpty {
  @Path public var id: Int
  @Body public var result: Result

  public typealias Response = ContractMacroFixtures::Empty
}

@API(prefix: "/v1")
public final class CollidingGroup: EndpointGroup {
  @GET("/value/{route}") public var value: Contract::Endpoint<FindColliding, FindColliding.Answer>
  @POST("/function/{route}") public var operation: (FindColliding) async throws -> Response
  @POST("/action") public var `default`: @Sendable () async throws -> ContractMacroFixtures::Empty
  @GET("/isolated") var isolated: (FindIsolated) async throws -> Swift::String
}

extension FindColliding {
  nonisolated public struct Answer: Codable, Equatable, Sendable {
    public var text: String
    public init(text: String) { self.text = text }
  }
}

/// Returns the values that a caller on the main actor reads from an isolated request.
public func isolatedRequest() async throws -> String {
  let request = FindIsolated(token: "t")
  return "\(request.token ?? "-") \(request.limit)"
}

public func callIsolated(_ caller: any Contract::EndpointCaller) async throws -> String {
  try await CollidingGroup(caller).isolated(FindIsolated(token: "t", limit: 5))
}
