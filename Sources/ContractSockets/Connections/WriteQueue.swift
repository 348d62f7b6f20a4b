internal import ContractLoop

/// Bytes that the socket did not accept yet, in order. Used for slow clients and long responses.
struct WriteQueue {
  private var segments: [[UInt8]] = []
  /// The index of the first segment that is not sent completely.
  private var first = 0
  /// The number of bytes of the first segment that are sent.
  private var sent = 0
  /// The number of unsent bytes.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

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

  /// Sends bytes until the socket accepts no more.
  ///
  /// - Returns: true when bytes were sent.
  mutating func send(to descriptor: Int32, through kernel: any Kernel) throws(SystemError) -> Bool {
    var hasMoved = false
    while count > 0 {
      let transfer = try kernel.send(descriptor, segments[first], from: sent)
      guard case .moved(let moved) = transfer else { return hasMoved }
      hasMoved = true
      sent += moved
      count -= moved
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
