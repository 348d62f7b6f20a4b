internal import ContractLoop

/// The task that runs another protocol on a connection, and may outlast it. Loop thread only.
///
/// It is a new task, because a task keeps the memory of the deepest call that it has made: that of a worker has decoded the
/// request and called the service. Idle connections of other protocols are many.
final class UpgradeTask:
  // SAFETY: only the loop's thread uses it; other threads only retain it.
  @unchecked Sendable
{
  private let loop: ContractLoop
  private var task: Task<Void, Never>?
  private var name: LoopPulse.TaskIdentity?
  private var hasEnded = false

  private init(_ loop: ContractLoop) { self.loop = loop }

  /// Runs a protocol on the connection, and then closes the connection.
  static func start(_ upgrade: any ConnectionUpgrade, on connection: Connection, for serial: Int) {
    let owner = UpgradeTask(connection.server.loop)
    let upgraded = UpgradedConnection(connection, serial: serial, owner)
    let tag = connection.request.tag
    connection.input?.task = owner
    connection.server.upgradeBegins(owner)
    let task = Task.immediateDetached(executorPreference: owner.loop) {
      owner.begin(tag)
      await upgrade.run(on: upgraded)
      upgraded.end()
    }
    if !owner.hasEnded { owner.task = task }
  }

  func cancel() { task?.cancel() }

  /// Names the task for reports of blocked loops.
  private func begin(_ tag: Int) {
    if let identity = LoopPulse.TaskIdentity.current, loop.pulse.name(identity, tag: tag) { name = identity }
  }

  func end() {
    hasEnded = true
    task = nil
    if let name { loop.pulse.forget(name) }
  }
}
