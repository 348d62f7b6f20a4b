internal import Synchronization

/// Modifiers that a task applies to every client it calls with.
enum ClientModifiers {
  typealias Modifier = @Sendable (APIClient) -> APIClient

  @TaskLocal static var current: [Modifier] = []

  /// False until somebody uses them: looking for a task's own values costs more than looking here.
  private static let areInUse = Atomic(false)

  /// The settings of a client in the calling task.
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

/// Changes every client that `operation` calls with, in this task and its children.
///
/// ```swift
/// try await withClientModifiers({ $0.timeout(.seconds(2)).header("X-Trace", id) }) {
///   try await todos.list()
/// }
/// ```
///
/// The modifiers count after those of the client itself, and those of an inner scope after those of an outer one. They run
/// for every call, so what they keep state in, such as a ``RetryBudget``, is made outside of them.
///
/// - Throws: what `operation` throws.
public func withClientModifiers<Result>(
  _ modifiers: @escaping @Sendable (APIClient) -> APIClient, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await ClientModifiers.$current.withValue(ClientModifiers.adding(modifiers), operation: operation)
}

/// Changes the configuration of every client that `operation` calls with, in this task and its children.
///
/// ```swift
/// try await withClientConfiguration({ $0.timeout = .seconds(2) }) { try await todos.list() }
/// ```
///
/// - Throws: what `operation` throws.
public func withClientConfiguration<Result>(
  _ change: @escaping @Sendable (inout ClientConfiguration) -> Void, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withClientModifiers({ $0.configured(change) }, operation: operation)
}
