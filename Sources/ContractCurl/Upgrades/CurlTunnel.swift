internal import CCurl
internal import ContractLoop

/// The owner of a tunnel, which moves its bytes. Loop thread only.
protocol CurlTunnelOwner: AnyObject {
  /// Called when the tunnel may be readable or writable.
  func tunnelIsReady()
  /// Called when the engine stops, after the tunnel was closed.
  func tunnelEnds(_ failure: TransferFailure)
}

/// A connection opened by libcurl, with its proxies and TLS, whose bytes its owner moves (CURLOPT_CONNECT_ONLY). The
/// connection's handle stays in the multi handle while the connection is open. Loop thread only.
final class CurlTunnel: LoopHandler,
  // SAFETY: only the engine's loop creates and uses the tunnel; other threads only retain it.
  @unchecked Sendable
{
  /// The maximum number of bytes sent or received at once.
  static let bufferBytes = 16 * 1024

  let engine: CurlEngine
  private let handle: CurlHandle
  private var registration: Registration?
  private(set) var isOpen = true
  /// The owner, retained while the tunnel is open.
  var owner: (any CurlTunnelOwner)?

  // SAFETY: the tunnel owns the memory until `deinit`. Bytes that a TLS library could not send must be passed to it
  // again at the same address.
  private let sendBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: CurlTunnel.bufferBytes, alignment: 1)
  private let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: CurlTunnel.bufferBytes, alignment: 1)
  private var staged = 0..<0

  init(_ handle: CurlHandle, on engine: CurlEngine) {
    self.handle = handle
    self.engine = engine
  }

  deinit {
    sendBuffer.deallocate()
    receiveBuffer.deallocate()
  }

  /// Takes over the socket from libcurl, which no longer watches it.
  func open() throws(TransferFailure) {
    var descriptor: curl_socket_t = -1
    let result = contract_curl_get_socket(handle.easy.pointer, &descriptor)
    guard result == CURLE_OK, descriptor >= 0 else {
      throw TransferFailure(.connectionLost, "the connection was closed immediately after it was opened")
    }
    engine.sockets.forget(descriptor)
    engine.tunnels[ObjectIdentifier(self)] = self
    do throws(SystemError) {
      // The registration is edge-triggered, because TLS may have to read before it can write, and unread bytes must not wake
      // the loop.
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

  /// Reads received bytes, up to the size of the buffer.
  ///
  /// - Returns: Nil if no byte has arrived; an empty buffer at the end.
  func receive() throws(TransferFailure) -> UnsafeRawBufferPointer? {
    var count = 0
    let result = curl_easy_recv(handle.easy.pointer, receiveBuffer.baseAddress, receiveBuffer.count, &count)
    if result == CURLE_AGAIN { return nil }
    guard result == CURLE_OK else { throw failure(result) }
    return UnsafeRawBufferPointer(rebasing: receiveBuffer.prefix(count))
  }

  /// True if all staged bytes are sent.
  var isFlushed: Bool { staged.isEmpty }

  /// Copies bytes into the empty send buffer.
  ///
  /// - Returns: The number of copied bytes.
  func stage(_ bytes: ArraySlice<UInt8>) -> Int {
    precondition(isFlushed, "stage called before the staged bytes were sent")
    let count = min(bytes.count, sendBuffer.count)
    bytes.prefix(count).withUnsafeBytes { sendBuffer.copyMemory(from: $0) }
    staged = 0..<count
    return count
  }

  /// Sends staged bytes.
  ///
  /// - Returns: The number of sent bytes; 0 if the connection currently accepts none.
  func flush() throws(TransferFailure) -> Int {
    var total = 0
    while !staged.isEmpty {
      var count = 0
      let result = curl_easy_send(
        handle.easy.pointer, sendBuffer.baseAddress! + staged.lowerBound, staged.count, &count)
      if result == CURLE_AGAIN { break }
      guard result == CURLE_OK else { throw failure(result) }
      // Without this check, a result of 0 bytes without an error would loop forever.
      if count == 0 { break }
      count = min(count, staged.count)
      staged = (staged.lowerBound + count)..<staged.upperBound
      total += count
    }
    return total
  }

  private func failure(_ result: CURLcode) -> TransferFailure {
    TransferFailure(result, detail: handle.easy.errorText, isConnected: true)
  }

  // MARK: The end

  /// Closes the connection; later calls have no effect.
  func close() {
    guard isOpen else { return }
    stopWatching()
    engine.putBack(handle)
    if !engine.isStopped { engine.settle() }
  }

  /// Stops watching the socket, which libcurl may close next.
  func stopWatching() {
    isOpen = false
    owner = nil
    if let registration { engine.loop.deregister(registration) }
    registration = nil
    engine.tunnels[ObjectIdentifier(self)] = nil
  }

  /// Closes the connection and passes the reason to its owner.
  func end(_ failure: TransferFailure) {
    let owner = owner
    close()
    owner?.tunnelEnds(failure)
  }
}
