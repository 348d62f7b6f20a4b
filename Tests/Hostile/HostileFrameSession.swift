import ContractTestSupport

/// The server's end of one HTTP/2 connection, which executes the frames of each call.
struct HostileFrameSession {
  let connection: HostileConnection
  /// The behavior for a call on a stream.
  let frames: @Sendable (_ id: Int, _ stream: Int) -> HostileFrames

  /// Serves requests until the connection ends.
  func run() {
    guard connection.read(24) != nil, connection.send(HTTP2Frame(.settings).bytes) else { return }
    var waiting: [Int: HostileFrames] = [:]
    while let frame = nextFrame() {
      acknowledge(frame)
      if frame.kind == .headers, let id = HostileFrames.id(in: frame.payload) {
        waiting[frame.stream] = frames(id, frame.stream)
      }
      guard let response = waiting[frame.stream], frame.kind == .headers || frame.kind == .data else { continue }
      guard response.isEarly || frame.flags & HTTP2Frame.endStream != 0 else { continue }
      waiting[frame.stream] = nil
      for piece in response.pieces { guard connection.send(piece) else { return } }
      switch response.ending {
      case .keep: break
      case .close: return
      case .reset: return connection.reset()
      }
    }
  }

  private func acknowledge(_ frame: HTTP2Frame) {
    let isAcknowledgement = frame.flags & HTTP2Frame.acknowledgement != 0
    switch frame.kind {
    case .settings where !isAcknowledgement:
      connection.send(HTTP2Frame(.settings, flags: HTTP2Frame.acknowledgement).bytes)
    case .ping where !isAcknowledgement:
      connection.send(HTTP2Frame(.ping, flags: HTTP2Frame.acknowledgement, frame.payload).bytes)
    case .data where !frame.payload.isEmpty:
      let amount = HTTP2Frame.number(frame.payload.count, 4)
      connection.send(HTTP2Frame(.windowUpdate, amount).bytes)
      connection.send(HTTP2Frame(.windowUpdate, stream: frame.stream, amount).bytes)
    default: break
    }
  }

  private func nextFrame() -> HTTP2Frame? {
    guard let header = connection.read(9) else { return nil }
    func number(_ range: Range<Int>) -> Int { header[range].reduce(0) { $0 << 8 | Int($1) } }
    guard let payload = connection.read(number(0..<3)) else { return nil }
    return HTTP2Frame(
      HTTP2Frame.Kind(rawValue: header[3]) ?? .unknown, flags: header[4], stream: number(5..<9) & 0x7FFF_FFFF, payload)
  }
}
