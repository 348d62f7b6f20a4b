/// A client that `@API` generates.
///
/// The functions of a contract are in an extension of its protocol for these clients only. A client of a contract that
/// refines others therefore has their functions too, while a service that lacks one of them does not compile.
public protocol _ContractClient {
  /// The caller that sends the requests.
  var caller: any EndpointCaller { get }
}

/// Returns the operations of several contracts in order, each once. Two parents may refine the same contract.
public func _joined(_ lists: [APIOperation]...) -> [APIOperation] {
  var seen: Set<ObjectIdentifier> = []
  return lists.joined().filter { seen.insert(ObjectIdentifier($0)).inserted }
}

/// Returns the routes of several contracts in order, one for each operation.
public func _joined(_ lists: [Route]...) -> [Route] {
  var seen: Set<ObjectIdentifier> = []
  return lists.joined().filter { seen.insert(ObjectIdentifier($0.operation)).inserted }
}

/// The arguments of generated functions whose parameters have defaults.
public enum _DefaultArgument {
  /// Returns an argument, or its default for nil.
  @inlinable
  public static func value<Value>(_ argument: Value?, or defaultValue: Value) -> Value { argument ?? defaultValue }
}
