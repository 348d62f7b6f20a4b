internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The exchange that requests another protocol from a server (RFC 9110 §7.8). It reads a response with 101, or any
/// other response with the beginning of its body. Loop thread only.
final class UpgradeExchange: CurlTunnelOwner {
  /// The maximum number of body bytes that are kept from a response other than 101.
  static let maxContentBytes = 64 * 1024

  private let transfer: Transfer
  private let handle: CurlHandle
  let tunnel: CurlTunnel
  private var unsent: ArraySlice<UInt8>
  private var line: [UInt8] = []
  private var firstByte: LoopInstant?

  init(_ transfer: Transfer, _ handle: CurlHandle, _ tunnel: CurlTunnel) {
    self.transfer = transfer
    self.handle = handle
    self.tunnel = tunnel
    unsent = transfer.request.head[...]
    transfer.reception = ResponseReception(
      TransferRequest.Limits(maxResponseBytes: .max, maxExpansion: 1, pace: .unlimited), maxHeadBytes: maxHeadBytes,
      isStreamed: true, allowsSwitching: true)
  }

  private var maxHeadBytes: Int { tunnel.engine.options.configuration.maxResponseHeadBytes }

  func stop() { tunnel.stopWatching() }

  func tunnelEnds(_ failure: TransferFailure) { transfer.engine.end(transfer, failure) }

  func tunnelIsReady() {
    do throws(TransferFailure) {
      try write()
      try read()
    } catch {
      // A complete head is more informative than the reason why the body is incomplete.
      if transfer.reception.head == nil || error.code != .connectionLost || !finishEarly() {
        transfer.engine.end(transfer, error)
      }
    }
  }

  private func write() throws(TransferFailure) {
    while !unsent.isEmpty || !tunnel.isFlushed {
      if tunnel.isFlushed { unsent = unsent.dropFirst(tunnel.stage(unsent)) }
      if try tunnel.flush() == 0 { return }
    }
  }

  private func read() throws(TransferFailure) {
    while tunnel.isOpen, let chunk = try tunnel.receive() {
      if firstByte == nil { firstByte = .read() }
      guard !chunk.isEmpty else { return try finishAtEnd() }
      if try receive(chunk) { return }
    }
  }

  // SAFETY: the tunnel's buffer does not change until the tunnel receives again, after this function returns. Any byte
  // is a `UInt8`.
  /// Reads a chunk; returns true if the response is complete.
  private func receive(_ chunk: UnsafeRawBufferPointer) throws(TransferFailure) -> Bool {
    var position = 0
    while transfer.reception.head == nil, position < chunk.count {
      position = try receiveLine(of: chunk, from: position)
    }
    guard let head = transfer.reception.head else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: chunk[position...])
    if head.status == .switchingProtocols {
      finish(Array(rest))
      return true
    }
    return try receiveContent(rest, of: head)
  }

  private func receiveLine(of chunk: UnsafeRawBufferPointer, from start: Int) throws(TransferFailure) -> Int {
    let end = chunk[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? chunk.count
    line += chunk[start..<end]
    guard line.last == 0x0A else {
      guard transfer.reception.parser.byteCount + line.count <= maxHeadBytes else {
        throw TransferFailure(.responseTooLarge, "a line of the response head is too long")
      }
      return end
    }
    defer { line.removeAll(keepingCapacity: true) }
    let head = try line.withUnsafeBufferPointer { (bytes) throws(TransferFailure) in
      try transfer.reception.receiveHeadLine(UnsafeRawBufferPointer(bytes), for: transfer.request)
    }
    if let head { try Self.checkVersion(transfer.reception.parser.version, of: head) }
    return end
  }

  /// Checks the version of the response: HTTP/1.1, or HTTP/1.0 unless it is a 101, because HTTP/1.0 has no upgrades
  /// (RFC 9110 §7.8). Later versions have neither status lines nor 101.
  private static func checkVersion(_ version: HTTPVersion, of head: ResponseHead) throws(TransferFailure) {
    if version == .http11 || (version == .http10 && head.status != .switchingProtocols) { return }
    throw TransferFailure(
      .malformedResponse,
      "the response to an HTTP/1.1 upgrade request has the version \(version) and the status \(head.status.code)")
  }

  private func receiveContent(_ chunk: UnsafeRawBufferPointer, of head: ResponseHead) throws(TransferFailure) -> Bool {
    let limit = min(head.contentLength ?? .max, Self.maxContentBytes)
    if head.status.allowsContent { try transfer.reception.receiveContent(chunk.bindMemory(to: UInt8.self)) }
    let content = transfer.reception.content
    let isComplete = !head.status.allowsContent || content.hasLastChunk || content.count >= limit
    if isComplete { return finishEarly() }
    return false
  }

  // MARK: The end

  /// Ends the exchange with the received part of the response; returns false if its head is incomplete.
  func finishEarly() -> Bool {
    guard let head = transfer.reception.head else { return false }
    var response = transfer.reception.content.head(head)
    response.content = Array(
      transfer.reception.takeBytes().prefix(min(head.contentLength ?? .max, Self.maxContentBytes)))
    response.arrival = arrival(nil)
    let transfer = transfer
    transfer.engine.release(transfer, handle)
    transfer.finish(.success(response))
    return true
  }

  private func finishAtEnd() throws(TransferFailure) {
    if finishEarly() { return }
    throw TransferFailure(.connectionLost, "the connection was closed before the response head was complete")
  }

  /// Ends the exchange after a 101, and passes the tunnel to the caller.
  private func finish(_ leftover: [UInt8]) {
    guard let head = transfer.reception.head else { return }
    let transfer = transfer
    tunnel.owner = nil
    handle.keepConnection()
    transfer.engine.detach(transfer)
    var response = TransferResponse(status: head.status, fields: head.fields, content: [])
    response.arrival = arrival(CurlUpgradedConnection(tunnel, leftover: leftover))
    transfer.finish(.success(response))
  }

  private func arrival(_ connection: CurlUpgradedConnection?) -> ResponseArrival {
    var timings = handle.easy.timings
    let start = transfer.request.deadline.nanoseconds - transfer.request.timeout.loopNanoseconds
    timings.total = Int(LoopInstant.read().nanoseconds - start) / 1000
    timings.firstByte = firstByte.map { Int($0.nanoseconds - start) / 1000 } ?? timings.total
    return ResponseArrival(
      timings, reusedConnection: false, httpVersion: transfer.reception.parser.version, connection: connection)
  }
}
