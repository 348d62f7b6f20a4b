import ContractTesting

/// The position of an attribute, as a value that middleware finds.
enum PlacedMark: Sendable { case outer, own }

@APIError enum PlacedOuterFailure { @Status(409) case outer }
@APIError enum PlacedOwnFailure { @Status(410) case own }

// Three kinds of contracts with the same outer attributes, and the same inner ones.

@API(prefix: "/protocol")
@Headers(["X-Outer": "outer", "X-Both": "outer"]) @KeyMapping(.snakeCase) @MaxBody(40)
@Idempotent(key: "X-Outer-Key") @Deprecated("outer", since: "2026-09-01") @Meta(PlacedMark.outer)
@Security(.bearer) @Throws(PlacedOuterFailure.self)
protocol PlacedTraits: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName

  @POST("/own")
  @Headers(["X-Both": "own"]) @KeyMapping(.kebabCase) @MaxBody(60)
  @Idempotent(key: "X-Own-Key") @Deprecated("own", since: "2026-09-02") @Meta(PlacedMark.own)
  @Security(.apiKey(header: "X-API-Key")) @Throws(PlacedOwnFailure.self)
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group")
@Headers(["X-Outer": "outer", "X-Both": "outer"]) @KeyMapping(.snakeCase) @MaxBody(40)
@Idempotent(key: "X-Outer-Key") @Deprecated("outer", since: "2026-09-01") @Meta(PlacedMark.outer)
@Security(.bearer) @Throws(PlacedOuterFailure.self)
final class PlacedTraitGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName

  @POST("/own")
  @Headers(["X-Both": "own"]) @KeyMapping(.kebabCase) @MaxBody(60)
  @Idempotent(key: "X-Own-Key") @Deprecated("own", since: "2026-09-02") @Meta(PlacedMark.own)
  @Security(.apiKey(header: "X-API-Key")) @Throws(PlacedOwnFailure.self)
  var own: Endpoint<PlacedInput, PlacedName>
}

@API(prefix: "/scope")
@Headers(["X-Outer": "outer", "X-Both": "outer"]) @KeyMapping(.snakeCase) @MaxBody(40)
@Idempotent(key: "X-Outer-Key") @Deprecated("outer", since: "2026-09-01") @Meta(PlacedMark.outer)
@Security(.bearer) @Throws(PlacedOuterFailure.self)
struct PlacedTraitScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}

  @POST
  @Headers(["X-Both": "own"]) @KeyMapping(.kebabCase) @MaxBody(60)
  @Idempotent(key: "X-Own-Key") @Deprecated("own", since: "2026-09-02") @Meta(PlacedMark.own)
  @Security(.apiKey(header: "X-API-Key")) @Throws(PlacedOwnFailure.self)
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }

  @Path
  @Headers(["X-Both": "own"]) @KeyMapping(.kebabCase) @MaxBody(60)
  @Idempotent(key: "X-Own-Key") @Deprecated("own", since: "2026-09-02") @Meta(PlacedMark.own)
  @Security(.apiKey(header: "X-API-Key")) @Throws(PlacedOwnFailure.self)
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// The timeout and the constant credential have separate contracts, because they would interfere with the other attributes.

@API(prefix: "/protocol") @Timeout(.milliseconds(50)) @Authorization(.bearer("outer"))
protocol PlacedTimes: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @Timeout(.seconds(30)) @Authorization(.bearer("own"))
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @Timeout(.milliseconds(50)) @Authorization(.bearer("outer"))
final class PlacedTimeGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @Timeout(.seconds(30)) @Authorization(.bearer("own"))
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @Timeout(.milliseconds(50)) @Authorization(.bearer("outer"))
struct PlacedTimeScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @Timeout(.seconds(30)) @Authorization(.bearer("own")) func own(@Field firstName: String) -> PlacedName {}
  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @Timeout(.seconds(30)) @Authorization(.bearer("own")) struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}
