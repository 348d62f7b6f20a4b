public import Contract

/// A result builder of a ``Server``'s routes.
@resultBuilder
public enum RoutesBuilder {
  /// Returns the routes of one collection.
  public static func buildExpression(_ collection: some RouteCollection) -> [Route] { collection.routes }

  /// Returns the routes of a collection of any type.
  public static func buildExpression(_ collection: any RouteCollection) -> [Route] { collection.routes }

  /// Returns all routes in order.
  public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap { $0 } }

  /// Returns the routes of an `if` without `else`.
  public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }

  /// Returns the routes of an `if`.
  public static func buildEither(first part: [Route]) -> [Route] { part }

  /// Returns the routes of an `else`.
  public static func buildEither(second part: [Route]) -> [Route] { part }

  /// Returns the routes of a `for`.
  public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap { $0 } }
}
