internal import ContractCoding
package import ContractHTTP
internal import ContractHTTP1

/// One endpoint of an open WebSocket (RFC 6455 §5 to §7), without I/O. It determines the next frame to send and reports
/// received events.
///
/// Messages are queued in order, either framed by the caller, or to be compressed when they are sent. Control frames
/// precede queued messages: Pongs, then a Ping. In a flood of Pings, only the last ones get a Pong (RFC 6455 §5.5.3),
/// which limits memory. The Close frame follows all messages. After a violation, or after the peer's Close frame, only
/// a Close frame is sent.
package struct WebSocketMachine {
  /// A frame to send.
  package struct Outgoing: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The number returned by ``send(_:)``; nil for control frames.
    package let ticket: Int?
    package let isClose: Bool
  }

  /// An event to report to the socket's owner.
  package enum Event: Hashable, Sendable {
    case message(WebSocketMessage)
    /// The peer closes the socket. A Close frame is sent in response unless this endpoint has already started to close.
    case closed(WebSocketClosure)
    /// The peer violated the protocol. A Close frame is sent in response.
    case violated(WebSocketViolation)
  }

  /// A message to send.
  package enum Message: Sendable {
    /// The bytes of its frame.
    case framed([UInt8])
    /// A message whose compression depends on the messages sent before it, so it is compressed when it is sent.
    case inContext(WebSocketMessage)
  }

  /// The maximum number of Pongs that wait to be sent.
  package static let maxPongs = 32

  private let role: WebSocketRole
  private let nextMask: @Sendable () -> UInt32
  private var reader: WebSocketReader
  private let compression: MessageCompression?
  /// The context of sent messages; nil before the first compressed one.
  private var deflater: MessageDeflater?
  private var messages: [(ticket: Int, message: Message)] = []
  private var lastTicket = 0
  /// The payloads of the Pongs to send.
  private var pongs: [[UInt8]] = []
  private var isPingDue = false
  private var closing: WebSocketClosure?

  /// True once the peer's Close frame was received.
  package private(set) var hasReceivedClose = false
  /// True once this endpoint's Close frame was returned for sending.
  package private(set) var hasSentClose = false
  /// True once input from the peer is ignored.
  package private(set) var ignoresInput = false

  /// - Parameters:
  ///   - role: the role of this end. A client masks its frames, and a server requires masks.
  ///   - maxMessageBytes: the maximum size of a received message in bytes.
  ///   - compression: the agreed compression; nil for none.
  ///   - nextMask: returns unpredictable masking keys of a client's control frames.
  package init(
    role: WebSocketRole, maxMessageBytes: Int, compression: MessageCompression? = nil,
    nextMask: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) }
  ) {
    self.role = role
    self.nextMask = nextMask
    self.compression = compression
    reader = WebSocketReader(
      expectsMask: role == .server, maxMessageBytes: maxMessageBytes, compression: compression)
  }

  /// True while messages may be sent.
  package var isOpen: Bool { closing == nil }

  /// True once nothing is left to send or receive: a server then closes the connection (RFC 6455 §7.1.1).
  package var isOver: Bool { hasSentClose && ignoresInput }

  /// True when both Close frames were exchanged, as far as this endpoint knows.
  package var isClosed: Bool { hasSentClose && hasReceivedClose }

  // MARK: Out

  /// Queues a message.
  ///
  /// - Returns: its number; nil once this endpoint is closing.
  package mutating func send(_ message: Message) -> Int? {
    guard isOpen else { return nil }
    lastTicket += 1
    messages.append((lastTicket, message))
    return lastTicket
  }

  /// Removes a message from the queue.
  ///
  /// - Returns: false when it was already returned for sending.
  package mutating func withdraw(_ ticket: Int) -> Bool {
    guard let index = messages.firstIndex(where: { $0.ticket == ticket }) else { return false }
    messages.remove(at: index)
    return true
  }

  /// Closes the socket after the queued messages. Only the first closure is used.
  package mutating func close(_ closure: WebSocketClosure) {
    if closing == nil { closing = closure }
    // Messages that arrive from now on are dropped, so they need not be decompressed.
    reader.discardMessages()
  }

  /// Closes the socket immediately: queued messages are dropped, and further input is ignored.
  package mutating func abandon(_ closure: WebSocketClosure) { end(closure) }

  /// Queues a Ping.
  package mutating func ping() {
    isPingDue = true
  }

  /// Queues a Pong: the reply to a Ping, or an unsolicited one (RFC 6455 §5.5.3).
  package mutating func pong(_ payload: [UInt8] = []) {
    if pongs.count == Self.maxPongs { pongs.removeFirst() }
    pongs.append(payload)
  }

  /// Returns the next frame to send; nil if there is none.
  package mutating func nextFrame() -> Outgoing? {
    if hasSentClose { return nil }
    if !pongs.isEmpty, !isEnding { return control(WebSocketFrame(.pong, pongs.removeFirst())) }
    if isPingDue, !isEnding {
      isPingDue = false
      return control(WebSocketFrame(.ping))
    }
    if !messages.isEmpty {
      let (ticket, message) = messages.removeFirst()
      return Outgoing(bytes: bytes(of: message), ticket: ticket, isClose: false)
    }
    guard let closing else { return nil }
    hasSentClose = true
    return control(WebSocketFrame(closing: closing), isClose: true)
  }

  /// True when only a Close frame may still be sent.
  private var isEnding: Bool { hasReceivedClose || ignoresInput }

  private func control(_ frame: WebSocketFrame, isClose: Bool = false) -> Outgoing {
    Outgoing(bytes: bytes(of: frame), ticket: nil, isClose: isClose)
  }

  private func bytes(of frame: WebSocketFrame) -> [UInt8] { frame.bytes(mask: role == .client ? nextMask() : nil) }

  /// Returns the frame of a message, which is compressed in the context of the messages before it.
  private mutating func bytes(of message: Message) -> [UInt8] {
    switch message {
    case .framed(let bytes): return bytes
    case .inContext(let message):
      var frame = WebSocketFrame(message)
      if let compression, compression.compresses(message) {
        let deflater = deflater ?? MessageDeflater(windowBits: compression.sending.windowBits)
        self.deflater = deflater
        frame.payload = deflater.deflate(frame.payload, keepsWindow: compression.keepsWindow)
        frame.isCompressed = true
      }
      return bytes(of: frame)
    }
  }

  // MARK: In

  /// Consumes bytes from `position` up to the next event; nil when more input is needed.
  package mutating func receive(_ input: Span<UInt8>, from position: inout Int) -> Event? {
    var frames = Int.max
    return receive(input, from: &position, frames: &frames)
  }

  /// Consumes bytes from `position` up to the next event; nil when more input is needed, input is ignored, or `frames`
  /// is 0.
  ///
  /// - Parameter frames: the number of frames that may start, decremented for each one. Even a short frame costs time,
  ///   and thousands of them fit in one read.
  package mutating func receive(_ input: Span<UInt8>, from position: inout Int, frames: inout Int) -> Event? {
    if ignoresInput { return nil }
    do throws(WebSocketViolation) {
      while let event = try reader.read(input, from: &position, frames: &frames) {
        if let event = noted(event) { return event }
      }
      return nil
    } catch {
      end(WebSocketClosure(error.code))
      return .violated(error)
    }
  }

  private mutating func noted(_ event: WebSocketReader.Event) -> Event? {
    switch event {
    case .message(let message):
      // Messages received after this endpoint started to close are dropped.
      return isOpen ? .message(message) : nil
    case .ping(let payload):
      pong(payload)
      return nil
    case .pong:
      return nil
    case .close(let closure):
      hasReceivedClose = true
      end(WebSocketClosure(closure.code))
      return .closed(closure)
    }
  }

  /// Drops queued messages, so that only a Close frame is sent.
  private mutating func end(_ closure: WebSocketClosure) {
    ignoresInput = true
    messages = []
    if closing == nil { closing = closure }
  }
}
