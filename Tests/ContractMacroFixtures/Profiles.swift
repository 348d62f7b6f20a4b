// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

nonisolated public struct Profile: Codable, Equatable, Sendable, Contract::Mockable {
  public var id: Int
  public var name: String
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
  public static var mock: Profile { Profile(id: 0, name: "Example") }
}

/// Results with their responses, completion handlers, parts and overloads, in a module whose types have the names of
/// the toolkit's own types.
@API @Mock @Throws(TodoError.self)
public protocol Profiles: Sendable {
  @GET("/profiles/:id")
  func profile(id: Int) async throws -> (profile: Profile, response: HTTPResponse)
  @POST("/profiles")
  func create(name: String) async throws -> (Profile?, Contract::HTTPResponse)
  @GET("/names/:id")
  func name(id: Int) async throws -> (String, HTTPResponse)

  @GET("/later/:id") @Default("limit", 3)
  func later(
    id: Int, limit: Int, note: String?,
    completion: @escaping @Sendable (Swift::Result<Profile, any Error>) -> Swift::Void)
  @DELETE("/profiles/:id")
  func remove(_ id: Int, _ `default`: @escaping @Sendable (Swift::Result<(), any Error>) -> ())
  @GET("/purge")
  func purge(`self`: @escaping @Sendable (Swift::Result<(Profile, HTTPResponse), any Error>) -> Swift::Void)

  @POST("/files") @Multipart
  func upload(file: Contract::Part, others: [Contract::Part], cover: Contract::Part?, title: String) async throws -> Int

  @POST("/parts")
  func keep(part: ContractMacroFixtures::Part) async throws -> [Profile]

  @GET("/users") func user() async throws -> Profile?
  @GET("/users/:id") @Default("verbose", false)
  func user(id: Int, verbose: Bool) async throws -> Profile
  @GET("/users/by-name/:name") func user(_ name: String, nick: String?) async throws -> [Profile]
  @GET("/users/by-name/:name/all") func user(_ name: String) async throws -> [Profile]
}
