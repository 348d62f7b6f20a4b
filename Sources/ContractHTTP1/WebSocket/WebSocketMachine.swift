package import ContractHTTP

/// One end of an open WebSocket (RFC 6455 §5 to §7): pure. It says which frame goes next, and what has arrived.
///
/// Messages are framed by whoever sends them and wait here in order. Control frames go before them, between two frames and
/// not inside one: a Pong for the last Ping alone, so that a flood of Pings takes the room of one; a Ping; and behind
/// everything the Close frame. After a violation, and after the peer's Close frame, nothing but a Close frame goes.
package struct WebSocketMachine: Sendable {
  /// A frame on its way out.
  package struct Outgoing: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The number that ``send(_:)`` gave; nil for control frames.
    package let ticket: Int?
    package let isClose: Bool
  }

  /// Something that whoever has the socket should know.
  package enum Event: Hashable, Sendable {
    case message(WebSocketMessage)
    /// The peer closes. An answer is on its way unless this end has begun.
    case closed(WebSocketClosure)
    /// The peer breaks the rules, and is told so.
    case violated(WebSocketViolation)
  }

  private let isClient: Bool
  private let nextMask: @Sendable () -> UInt32
  private var reader: WebSocketReader
  private var messages: [(ticket: Int, bytes: [UInt8])] = []
  private var lastTicket = 0
  private var pong: [UInt8]?
  private var isPingDue = false
  private var closing: WebSocketClosure?

  /// True once the peer's Close frame has come.
  package private(set) var hasReceivedClose = false
  /// True once a Close frame of this end has been handed out.
  package private(set) var hasSentClose = false
  /// True once nothing of the peer counts any more.
  package private(set) var isDeaf = false

  /// - Parameters:
  ///   - isClient: true for the end that masks its frames.
  ///   - maxMessageBytes: the most content of one message that is taken.
  ///   - nextMask: keys that nobody can foresee.
  package init(isClient: Bool, maxMessageBytes: Int, nextMask: @escaping @Sendable () -> UInt32) {
    self.isClient = isClient
    self.nextMask = nextMask
    reader = WebSocketReader(expectsMask: !isClient, maxMessageBytes: maxMessageBytes)
  }

  /// True while messages may be sent.
  package var isOpen: Bool { closing == nil }

  /// True when both Close frames have travelled, as far as this end can tell.
  package var isClosed: Bool { hasSentClose && hasReceivedClose }

  // MARK: Out

  /// Puts a framed message behind the others.
  ///
  /// - Returns: its number; nil once this end closes.
  package mutating func send(_ frame: [UInt8]) -> Int? {
    guard isOpen else { return nil }
    lastTicket += 1
    messages.append((lastTicket, frame))
    return lastTicket
  }

  /// Takes a message back that has not been handed out.
  ///
  /// - Returns: false when it has been.
  package mutating func withdraw(_ ticket: Int) -> Bool {
    guard let index = messages.firstIndex(where: { $0.ticket == ticket }) else { return false }
    messages.remove(at: index)
    return true
  }

  /// Closes behind the messages that wait. Only the first reason counts.
  package mutating func close(_ closure: WebSocketClosure) {
    if closing == nil { closing = closure }
  }

  /// Closes at once: what waits never goes, and nothing of the peer counts.
  package mutating func abandon(_ closure: WebSocketClosure) { end(closure) }

  /// Asks the peer for a sign of life.
  package mutating func ping() {
    isPingDue = true
  }

  /// The next frame; nil when there is nothing to send.
  package mutating func nextFrame() -> Outgoing? {
    if hasSentClose { return nil }
    if let payload = pong, !isEnding {
      pong = nil
      return control(WebSocketFrame(.pong, payload))
    }
    if isPingDue, !isEnding {
      isPingDue = false
      return control(WebSocketFrame(.ping))
    }
    if !messages.isEmpty {
      let (ticket, bytes) = messages.removeFirst()
      return Outgoing(bytes: bytes, ticket: ticket, isClose: false)
    }
    guard let closing else { return nil }
    hasSentClose = true
    return control(WebSocketFrame(closing: closing), isClose: true)
  }

  /// True when a Close frame is all that may still go.
  private var isEnding: Bool { hasReceivedClose || isDeaf }

  private func control(_ frame: WebSocketFrame, isClose: Bool = false) -> Outgoing {
    Outgoing(bytes: frame.bytes(mask: isClient ? nextMask() : nil), ticket: nil, isClose: isClose)
  }

  // MARK: In

  /// Takes bytes from `position` on, up to the next thing that somebody should know; nil when more has to come.
  package mutating func receive(_ input: Span<UInt8>, from position: inout Int) -> Event? {
    var frames = Int.max
    return receive(input, from: &position, frames: &frames)
  }

  /// Takes bytes from `position` on, up to the next thing that somebody should know; nil when more has to come, when nothing
  /// of the peer counts any more, and when no frame may begin any more.
  ///
  /// - Parameter frames: how many frames may begin; each that does is taken off. A frame costs time, however short it is,
  ///   and thousands of them fit into one read.
  package mutating func receive(_ input: Span<UInt8>, from position: inout Int, frames: inout Int) -> Event? {
    if isDeaf { return nil }
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
      // Whoever has said goodbye hears no more.
      return isOpen ? .message(message) : nil
    case .ping(let payload):
      pong = payload
      return nil
    case .pong:
      return nil
    case .close(let closure):
      hasReceivedClose = true
      end(WebSocketClosure(closure.code))
      return .closed(closure)
    }
  }

  /// Nothing but a Close frame goes from here on, and what waits never does.
  private mutating func end(_ closure: WebSocketClosure) {
    isDeaf = true
    messages = []
    if closing == nil { closing = closure }
  }
}
