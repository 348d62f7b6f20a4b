internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Asks a server to speak another protocol on a connection (RFC 9110 §7.8), and reads its answer: 101, or a response like
/// any other, of which the beginning of the content is kept.
///
/// Loop thread only.
final class UpgradeExchange: CurlTunnelOwner {
  /// The most bytes of the content of a response that is not 101.
  static let maxContentBytes = 64 * 1024

  private let transfer: Transfer
  private let handle: CurlHandle
  let tunnel: CurlTunnel
  private var unsent: ArraySlice<UInt8>
  private var line: [UInt8] = []
  private var parser: ResponseHeadParser
  private var content: ResponseContent
  private var firstByte: LoopInstant?

  init(_ transfer: Transfer, _ handle: CurlHandle, _ tunnel: CurlTunnel) {
    self.transfer = transfer
    self.handle = handle
    self.tunnel = tunnel
    unsent = transfer.request.head[...]
    let maxHeadBytes = tunnel.engine.options.configuration.maxResponseHeadBytes
    parser = ResponseHeadParser(maxBytes: maxHeadBytes, allowsSwitching: true)
    content = ResponseContent(
      TransferRequest.Limits(maxResponseBytes: .max, maxExpansion: 1, pace: .unlimited), isPulled: true)
  }

  func stop() { tunnel.stopWatching() }

  func tunnelEnds(_ failure: TransferFailure) { transfer.engine.end(transfer, failure) }

  func tunnelIsReady() {
    do throws(TransferFailure) {
      try write()
      try read()
    } catch {
      // Why a response breaks off behind its head says less than the head.
      if parser.head == nil || error.code != .connectionLost || !finishEarly() {
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
    while tunnel.isOpen, let piece = try tunnel.receive() {
      if firstByte == nil { firstByte = .read() }
      guard !piece.isEmpty else { return try finishAtEnd() }
      if try take(piece) { return }
    }
  }

  // SAFETY: the tunnel's buffer, which stays as it is until it receives again, and that is after this returns. Bytes have no
  // alignment, and any of them is a `UInt8`.
  /// True when the answer is complete.
  private func take(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) -> Bool {
    var position = 0
    while parser.head == nil, position < piece.count {
      position = try takeLine(of: piece, from: position)
    }
    guard let head = parser.head else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: piece[position...])
    if head.status == .switchingProtocols {
      finish(Array(rest))
      return true
    }
    return try takeContent(rest, of: head)
  }

  private func takeLine(of piece: UnsafeRawBufferPointer, from start: Int) throws(TransferFailure) -> Int {
    let end = piece[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? piece.count
    line += piece[start..<end]
    guard line.last == 0x0A else {
      guard parser.byteCount + line.count <= tunnel.engine.options.configuration.maxResponseHeadBytes else {
        throw TransferFailure(.responseTooLarge, "a line of the response head is too long")
      }
      return end
    }
    defer { line.removeAll(keepingCapacity: true) }
    var parser = parser
    let parsed: Result<ResponseHead?, TransferFailure> = line.withUnsafeBytes { bytes in
      do throws(TransferFailure) { return .success(try parser.parse(bytes)) } catch { return .failure(error) }
    }
    self.parser = parser
    let head = try parsed.get()
    if let head { try Self.checkVersion(self.parser.version, of: head) }
    if let head, head.status != .switchingProtocols {
      try content.begin(head, hasContent: head.status.allowsContent, isDecoding: false)
    }
    return end
  }

  /// The request is one of HTTP/1.1, and so is the answer. An older server that knows no upgrades may refuse in HTTP/1.0; it
  /// cannot switch (RFC 9110 §7.8). Later versions have neither status lines nor 101.
  private static func checkVersion(_ version: HTTPVersion, of head: ResponseHead) throws(TransferFailure) {
    if version == .http11 || (version == .http10 && head.status != .switchingProtocols) { return }
    throw TransferFailure(
      .malformedResponse,
      "the server answered a request to upgrade an HTTP/1.1 connection in \(version) with \(head.status.code)")
  }

  private func takeContent(_ piece: UnsafeRawBufferPointer, of head: ResponseHead) throws(TransferFailure) -> Bool {
    let limit = min(head.contentLength ?? .max, Self.maxContentBytes)
    if head.status.allowsContent { try content.append(piece.bindMemory(to: UInt8.self)) }
    let isComplete = !head.status.allowsContent || content.hasLastChunk || content.count >= limit
    if isComplete { return finishEarly() }
    return false
  }

  // MARK: The end

  /// Gives the response as far as it has come; false when its head is not complete.
  func finishEarly() -> Bool {
    guard let head = parser.head else { return false }
    var response = content.head(head)
    response.content = Array(content.takeBytes().prefix(min(head.contentLength ?? .max, Self.maxContentBytes)))
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

  /// The server has switched: the tunnel belongs to whoever asked.
  private func finish(_ leftover: [UInt8]) {
    guard let head = parser.head else { return }
    let transfer = transfer
    tunnel.owner = nil
    handle.keepConnection()
    transfer.engine.detach(transfer)
    var response = TransferResponse(status: head.status, fields: head.fields, content: [])
    response.arrival = arrival(UpgradedConnection(tunnel, leftover: leftover))
    transfer.finish(.success(response))
  }

  private func arrival(_ connection: UpgradedConnection?) -> ResponseArrival {
    var moments = handle.moments
    let start = transfer.request.deadline.nanoseconds - transfer.request.timeout.loopNanoseconds
    moments.total = Int(LoopInstant.read().nanoseconds - start) / 1000
    moments.firstByte = firstByte.map { Int($0.nanoseconds - start) / 1000 } ?? moments.total
    return ResponseArrival(
      moments, reusedConnection: false, httpVersion: parser.version, connection: connection)
  }
}

/// A connection whose server has switched protocols. Letting go of it closes it.
package final class UpgradedConnection: Sendable {
  private let tunnel: CurlTunnel
  private let leftover: Lock<[UInt8]?>
  /// Whose end would be that of the loop.
  private let engines = Lock<CurlEngines?>(nil)

  init(_ tunnel: CurlTunnel, leftover: [UInt8]) {
    self.tunnel = tunnel
    self.leftover = Lock(leftover)
  }

  deinit {
    guard leftover.withLock({ $0 }) != nil else { return }
    let tunnel = tunnel
    tunnel.engine.loop.execute { tunnel.close() }
  }

  /// Keeps the transport's engines, which nobody else may hold.
  package func hold(_ engines: CurlEngines) {
    self.engines.withLock { $0 = engines }
  }

  /// The tunnel, and the bytes that came with the answer; nil when somebody has it already.
  func take() -> (tunnel: CurlTunnel, leftover: [UInt8])? {
    let bytes = leftover.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
    return bytes.map { (tunnel, $0) }
  }
}
