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
