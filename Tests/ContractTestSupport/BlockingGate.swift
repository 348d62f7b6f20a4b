internal import ContractLoop

/// Blocks threads until it is opened.
package final class BlockingGate: Sendable {
  private let isOpen = Monitor(false)

  package init() {}

  package func open() {
    isOpen.withLock { $0 = true }
    isOpen.signalAll()
  }

  /// Blocks the calling thread.
  package func wait() {
    isOpen.wait(until: .distantFuture) { isOpen, _ in isOpen ? () : nil }
  }
}
