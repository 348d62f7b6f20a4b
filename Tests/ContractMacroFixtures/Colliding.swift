// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

/// A contract whose types have the names of the toolkit's own.
@API @Mock @Throws(CollidingError.self)
public protocol Colliding: Sendable {
  @POST("/endpoint")
  func endpoint(route: Route, query: Query, empty: Empty, result: Result?) async throws -> Endpoint
  @PUT("/contract")
  func replace(contract: Body<Contract>, request: Header<String?>) async throws -> Response
  @DELETE("/operation")
  func operation() async throws -> APIOperation
  @HTTP("/method", method: "REPORT")
  func method(method: HTTPMethod, status: HTTPStatus) async throws
}

@APIError
public enum CollidingError: Equatable {
  @Status(404) case none
  @Status(409) case some(Int, String)
  @Status(410) case `default`(`in`: Int?, contract: Contract)
}
