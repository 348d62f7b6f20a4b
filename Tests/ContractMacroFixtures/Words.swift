// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

/// A contract whose functions and parameters have names that are words of Swift or of generated code.
@API @Mock
public protocol Words: Sendable {
  @GET("/in/:in/{for}")
  func `in`(`in`: String, for: Int, `switch`: Bool?) async throws -> String
  @POST("/self")
  func `default`(`self`: Int, encoder: String, decoder: String, caller: Int, service: String) async throws -> String
  @PATCH("/names") @Default("init", 1)
  func names(
    `init`: Int, inputs: [String], content: String?, encode: Int?, decode: Int, type: Bool, body: Int, input: Int
  ) async throws -> String
  @GET("/labels/:postId")
  func labels(id postId: Int, _ other: Int, where place: Header<String?>) async throws -> String
  @GET("/plain") func plain(`raw name`: String) async throws -> String
}

/// A contract whose functions and parameters have names that mean something else in most places.
@API @Mock
public protocol MoreWords: Sendable {
  @GET("/words") @Default("await", 1) func words(await: Int, `Self`: Int) async throws -> String
  @GET("/init") func `init`(`init`: Int, unsafe: Int, any: Int) async throws -> String
  @GET("/type") func `Type`(`Type`: Int, `Protocol`: Int) async throws -> String
  @POST("/protocol") func `Protocol`(`self`: Int, each: Int) async throws -> String
  @GET("/await") func await(consume: Int, async: Int) async throws -> String
}

/// A request with members of such names.
@Request
public struct WordRequest {
  @Query public var `self`: Int
  @Query public var `Self`: Int
  @Query @Validate(.range(0...9)) public var await: Int
  @Header public var `Type`: Int
  @Path public var `init`: Int
}

/// A group and a scope whose members have such names.
@API
public final class WordGroup: EndpointGroup {
  @GET("/self/{init}") public var `self`: (WordRequest) async throws -> String
  @GET("/type") public var `Type`: () async throws -> String
  @GET("/protocol") public var `Protocol`: () async throws -> String
}

@API
public struct WordScope: Sendable {
  @GET public func `self`(@Query await: Int) -> String {}
  @GET public func `Type`(@Query `Self`: Int) -> String {}
  @GET public func `Protocol`(@Query `init`: Int) -> String {}
  @GET public func await(@Query `self`: Int) -> String {}
}
