internal import Synchronization

/// The modifiers that a task applies to every client it uses.
enum ClientModifiers {
  typealias Modifier = @Sendable (APIClient) -> APIClient

  @TaskLocal static var current: [Modifier] = []

  /// False until the first use: reading an atomic is cheaper than reading a task-local value.
  private static let areInUse = Atomic(false)

  /// Returns the settings of a client with the modifiers of the current task.
  @inline(__always)
  static func settings(of client: APIClient) -> ClientSettings {
    guard areInUse.load(ordering: .relaxed) else { return client.settings }
    return modified(client)
  }

  private static func modified(_ client: APIClient) -> ClientSettings {
    let modifiers = current
    return modifiers.isEmpty ? client.settings : modifiers.reduce(client) { $1($0) }.settings
  }

  static func adding(_ modifier: @escaping Modifier) -> [Modifier] {
    areInUse.store(true, ordering: .relaxed)
    return current + [modifier]
  }
}

/// Applies modifiers to every client that `operation` uses, in this task and its child tasks.
///
/// ```swift
/// try await withClientModifiers({ $0.timeout(.seconds(2)).header("X-Trace", id) }) {
///   try await todos.list()
/// }
/// ```
///
/// These modifiers apply after those of the client, and the modifiers of an inner scope apply after those of an outer
/// scope. They run once per call, so create shared state, such as a ``RetryBudget``, outside the closure.
///
/// - Throws: The errors of `operation`.
public func withClientModifiers<Result>(
  _ modifiers: @escaping @Sendable (APIClient) -> APIClient, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await ClientModifiers.$current.withValue(ClientModifiers.adding(modifiers), operation: operation)
}

/// Changes the configuration of every client that `operation` uses, in this task and its child tasks.
///
/// ```swift
/// try await withClientConfiguration({ $0.timeout = .seconds(2) }) { try await todos.list() }
/// ```
///
/// - Throws: The errors of `operation`.
public func withClientConfiguration<Result>(
  _ change: @escaping @Sendable (inout ClientConfiguration) -> Void, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withClientModifiers({ $0.configured(change) }, operation: operation)
}
