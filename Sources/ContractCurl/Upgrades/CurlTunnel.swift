internal import CCurl
internal import ContractLoop

/// Who moves the bytes of a tunnel. Loop thread only.
protocol CurlTunnelOwner: AnyObject {
  /// There may be bytes to read, or room for some to write.
  func tunnelIsReady()
  /// The engine stops: the tunnel is closed already.
  func tunnelEnds(_ failure: TransferFailure)
}

/// A connection that libcurl has made, with its proxies and TLS, and whose bytes somebody else moves
/// (CURLOPT_CONNECT_ONLY). Its handle stays with the multi handle while it is open.
///
/// Loop thread only.
final class CurlTunnel: LoopHandler,
  // SAFETY: made on the engine's loop, which alone touches it; others only hold it.
  @unchecked Sendable
{
  /// The most bytes that are offered or read at once.
  static let pieceBytes = 16 * 1024

  let engine: CurlEngine
  private let handle: CurlHandle
  private var registration: Registration?
  private(set) var isOpen = true
  /// Who moves the bytes; held while the tunnel is open.
  var owner: (any CurlTunnelOwner)?

  // SAFETY: the tunnel's own memory, from its beginning to `deinit`. What a TLS library could not send it wants to be
  // offered once more in the same place.
  private let staging = UnsafeMutableRawBufferPointer.allocate(byteCount: CurlTunnel.pieceBytes, alignment: 1)
  private let landing = UnsafeMutableRawBufferPointer.allocate(byteCount: CurlTunnel.pieceBytes, alignment: 1)
  private var staged = 0..<0

  init(_ handle: CurlHandle, on engine: CurlEngine) {
    self.handle = handle
    self.engine = engine
  }

  deinit {
    staging.deallocate()
    landing.deallocate()
  }

  /// Takes the socket over from libcurl, which does not look at it any more.
  func open() throws(TransferFailure) {
    var descriptor: curl_socket_t = -1
    let result = contract_curl_get_socket(handle.easy, &descriptor)
    guard result == CURLE_OK, descriptor >= 0 else {
      throw TransferFailure(.connectionLost, "the connection was closed as soon as it was there")
    }
    engine.forgetSocket(descriptor)
    engine.tunnels[ObjectIdentifier(self)] = self
    do throws(SystemError) {
      // Changes alone are reported: TLS may want to read in order to write, and nobody is woken for what they leave unread.
      registration = try engine.loop.register(
        descriptor, [.read, .write, .peerClosed, .edgeTriggered], handler: self)
    } catch {
      throw TransferFailure(.other, "the connection cannot be watched", cause: error)
    }
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    owner?.tunnelIsReady()
    engine.settle()
  }

  // MARK: Bytes

  /// Reads what is there, up to a piece.
  ///
  /// - Returns: nil when nothing is there yet; no bytes at the end.
  func receive() throws(TransferFailure) -> UnsafeRawBufferPointer? {
    var count = 0
    let result = curl_easy_recv(handle.easy, landing.baseAddress, landing.count, &count)
    if result == CURLE_AGAIN { return nil }
    guard result == CURLE_OK else { throw failure(result) }
    return UnsafeRawBufferPointer(rebasing: landing.prefix(count))
  }

  /// True when nothing waits to be sent.
  var isFlushed: Bool { staged.isEmpty }

  /// Puts the next bytes into the empty staging.
  ///
  /// - Returns: how many there was room for.
  func stage(_ bytes: ArraySlice<UInt8>) -> Int {
    precondition(isFlushed, "what is staged is sent first")
    let count = min(bytes.count, staging.count)
    bytes.prefix(count).withUnsafeBytes { staging.copyMemory(from: $0) }
    staged = 0..<count
    return count
  }

  /// Sends what is staged, as far as there is room.
  ///
  /// - Returns: how many bytes went; 0 when the connection takes none now.
  func flush() throws(TransferFailure) -> Int {
    var total = 0
    while !staged.isEmpty {
      var count = 0
      let result = curl_easy_send(handle.easy, staging.baseAddress! + staged.lowerBound, staged.count, &count)
      if result == CURLE_AGAIN { break }
      guard result == CURLE_OK else { throw failure(result) }
      // Nothing and no reason for it would be asked for again and again.
      if count == 0 { break }
      count = min(count, staged.count)
      staged = (staged.lowerBound + count)..<staged.upperBound
      total += count
    }
    return total
  }

  private func failure(_ result: CURLcode) -> TransferFailure {
    let detail = handle.errorText
    return TransferFailure(result, detail: detail, isConnected: true)
  }

  // MARK: The end

  /// Closes the connection; a second call does nothing.
  func close() {
    guard isOpen else { return }
    stopWatching()
    engine.putBack(handle)
    if !engine.isStopped { engine.settle() }
  }

  /// Lets go of the socket, which libcurl may close next.
  func stopWatching() {
    isOpen = false
    owner = nil
    if let registration { engine.loop.deregister(registration) }
    registration = nil
    engine.tunnels[ObjectIdentifier(self)] = nil
  }

  /// Closes the connection and tells its owner why.
  func end(_ failure: TransferFailure) {
    let owner = owner
    close()
    owner?.tunnelEnds(failure)
  }
}
