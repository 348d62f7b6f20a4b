internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Bodies that are files.
extension Connection {
  /// Sends a file from the kernel's page cache, without copying it to this process, as fast as the client receives it.
  ///
  /// A part that is not cached is read from the disk on the loop, but no more than ``EngineSettings/maxBytesPerTurn`` at once.
  ///
  /// - Returns: false when the connection has continued or was closed. True when the file was sent, or when the caller must
  ///   read the rest: the file is shorter than announced, or its file system does not support this way of sending.
  func send(_ file: FileReader, for serial: Int) async -> Bool {
    // `settle` sends the head before the file.
    settle()
    guard isStreaming(serial), let outgoing else { return false }
    outgoing.isFile = true
    defer { outgoing.isFile = false }
    while file.remaining > 0 {
      switch sendPart(of: file) {
      case .moved(0): return true
      case .moved(let count):
        guard outgoing.hasSent(count) else { continue }
        armTimer()
        await Task.yield()
      case .wouldBlock:
        armTimer()
        await withCheckedContinuation { outgoing.wait($0) }
      case nil: return isStreaming(serial)
      }
      guard isStreaming(serial) else { return false }
    }
    return true
  }

  /// Sends bytes of a file after the queued ones. Returns nil if the file cannot be sent, or the connection is closed.
  private func sendPart(of file: FileReader) -> IOResult? {
    do {
      try sendQueue()
      guard queue.isEmpty else { return .wouldBlock }
      let count = min(file.remaining, EngineSettings.maxBytesPerTurn)
      let result = try SystemKernel().send(socket.raw, file: file.descriptor, from: file.offset, upTo: count)
      file.advance(by: countSent(result))
      return result
    } catch {
      // These two codes mean that the file system has no page cache to send from. The caller then reads the file
      // instead.
      if error.code != EINVAL && error.code != ENOSYS { abort() }
      return nil
    }
  }
}
