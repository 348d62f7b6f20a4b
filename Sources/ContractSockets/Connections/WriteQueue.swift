internal import ContractLoop

/// Bytes that wait to be sent, in order: the socket did not accept them yet, or other connections are due first.
struct WriteQueue {
  private var segments: [[UInt8]] = []
  /// The index of the first segment that is not sent completely.
  private var first = 0
  /// The number of bytes of the first segment that are sent.
  private var sent = 0
  /// The number of unsent bytes.
  private(set) var count = 0
  /// The number of bytes sent since other connections of the loop were served. Short responses are not counted.
  private var sentInTurn = 0

  var isEmpty: Bool { count == 0 }

  /// True when other connections are due. Nothing is sent until ``beginTurn()``.
  var isPaused: Bool { sentInTurn >= EngineSettings.maxBytesPerTurn }

  /// Appends the bytes from `start`.
  mutating func append(_ bytes: [UInt8], from start: Int = 0) {
    guard start < bytes.count else { return }
    if segments.isEmpty {
      segments.append(bytes)
      sent = start
    } else {
      segments.append(start == 0 ? bytes : Array(bytes[start...]))
    }
    count += bytes.count - start
  }

  /// Counts bytes that were sent without being queued.
  mutating func countSent(_ count: Int) { sentInTurn += count }

  /// Begins to count again, because other connections have been served.
  mutating func beginTurn() { sentInTurn = 0 }

  /// Sends bytes until the socket accepts no more, or other connections are due.
  ///
  /// - Returns: true when bytes were sent.
  mutating func send(to descriptor: Int32, through kernel: any Kernel) throws(SystemError) -> Bool {
    var hasMoved = false
    while count > 0 {
      if isPaused { return hasMoved }
      // The call is not shortened to the rest of the turn: over TLS, the bytes of a blocked call must be sent again in full.
      let end = min(segments[first].count, sent + EngineSettings.maxBytesPerTurn)
      guard case .moved(let moved) = try kernel.send(descriptor, segments[first], sent..<end) else {
        // Other connections are served until the loop has an event of this socket.
        beginTurn()
        return hasMoved
      }
      hasMoved = true
      sent += moved
      count -= moved
      countSent(moved)
      if sent == segments[first].count {
        segments[first] = []
        first += 1
        sent = 0
        dropSent()
      }
    }
    segments.removeAll()
    first = 0
    return hasMoved
  }

  /// Drops sent segments, because a client that is always slightly too slow never empties the queue.
  private mutating func dropSent() {
    guard first >= 64, first * 2 >= segments.count else { return }
    segments.removeFirst(first)
    first = 0
  }

  mutating func removeAll() {
    self = WriteQueue()
  }
}
