/// A marker for operations of raw routes, whose inputs are not declared.
package struct RawRoute: Sendable {
  package init() {}
}

extension APIOperation {
  /// True if the inputs of the operation are not declared.
  var isRaw: Bool { self[RawRoute.self] != nil }
}
