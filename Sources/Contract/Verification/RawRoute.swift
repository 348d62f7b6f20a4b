/// Marks operations of routes that answer raw requests: what such a route reads is not declared.
package struct RawRoute: Sendable {
  package init() {}
}

extension APIOperation {
  /// True when the operation says nothing about its inputs.
  var isRaw: Bool { self[RawRoute.self] != nil }
}
