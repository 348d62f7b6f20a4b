// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

// Scopes in a module whose types have the names of the toolkit's own types, and are isolated to the main actor by
// default.

@API(prefix: "/v2")
public struct CollidingStore: Swift::Sendable {
  @GET public func response(@Query _ operation: Int = 3, @Header contract: Swift::String? = nil) -> Response {}

  @Path public struct Empty: Swift::Sendable {
    @Path("{route}", "{int: Int}") public struct Route: Swift::Sendable {
      @POST("/") public func `default`(@Body encode: Int, @Body `self`: Int, @Body caller: [Int] = []) -> Response {}
      @DELETE func `in`(@Query("page_size") inputs: [Int] = [1]) {}
    }
  }

  @Path fileprivate struct Secret {
    @GET func list() {}
    @POST private func own(@Body value: Swift::Int = 1) {}
  }
}

/// A scope whose attributes and defaults name its own members.
@API(prefix: "/limits")
public struct LimitedStore: Swift::Sendable {
  public nonisolated static let most = 50

  @GET @Timeout(.seconds(Self.most)) @Validate("size", .range(1...Self.most))
  public func list(@Query size: Int = Self.most) -> Int {}
}
