import ContractTestSupport

/// The part of HTTP/2 that a server needs to respond to everything with 200 (RFC 9113).
final class HTTP2Session {
  struct Request {
    var stream: UInt32
    var content: [UInt8]
  }

  private let connection: ScriptedConnection
  private var contents: [UInt32: [UInt8]] = [:]

  /// Reads the client's preface and sends the server's; nil if the preface is invalid.
  init?(_ connection: ScriptedConnection) {
    self.connection = connection
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    guard connection.read(preface.count) == preface else { return nil }
    send(type: 4, flags: 0, stream: 0, [])
  }

  /// The next whole request; nil when the client is gone.
  func nextRequest() -> Request? {
    while let frame = nextFrame() {
      if frame.type <= 1, frame.flags & 1 == 1 {
        return Request(stream: frame.stream, content: contents.removeValue(forKey: frame.stream) ?? [])
      }
    }
    return nil
  }

  /// The stream of the next request, once its head has arrived; nil when the client is gone.
  func nextHead() -> UInt32? {
    while let frame = nextFrame() {
      if frame.type == 1 { return frame.stream }
    }
    return nil
  }

  /// The next frame, after the response that it requires.
  private func nextFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
    guard let head = connection.read(9),
      let payload = connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
    else { return nil }
    let stream = UInt32(head[5] & 0x7F) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
    let (type, flags) = (head[3], head[4])
    switch type {
    case 0: contents[stream, default: []] += payload
    case 1: contents[stream] = []
    case 4 where flags & 1 == 0: send(type: 4, flags: 1, stream: 0, [])
    case 6 where flags & 1 == 0: send(type: 6, flags: 1, stream: 0, payload)
    default: break
    }
    return (type, flags, stream)
  }

  /// Sends frames at once, and waits until the client has read them or is gone.
  func send(_ frames: [HTTP2Frame]) {
    let ping = HTTP2Frame(.ping, [UInt8](repeating: 7, count: 8))
    connection.send((frames + [ping]).flatMap(\.bytes))
    while let frame = nextFrame() {
      if frame.type == 6, frame.flags & 1 == 1 { return }
    }
  }

  /// Status 200 with a header, and a body whose length only its end shows.
  func answer(_ stream: UInt32, _ content: [UInt8]) {
    let field: [UInt8] = [0, 5] + Array("x-two".utf8) + [3] + Array("yes".utf8)
    send(type: 1, flags: 4, stream: stream, [0x88] + field)
    for start in stride(from: 0, through: max(0, content.count - 1), by: 16_384) {
      let end = min(start + 16_384, content.count)
      send(type: 0, flags: end == content.count ? 1 : 0, stream: stream, Array(content[start..<end]))
    }
  }

  /// Ends a stream with INTERNAL_ERROR.
  func reset(_ stream: UInt32) {
    send(type: 3, flags: 0, stream: stream, [0, 0, 0, 2])
  }

  private func send(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
    let length = payload.count
    let head: [UInt8] = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
    let name = [24, 16, 8, 0].map { UInt8(stream >> $0 & 0xFF) }
    connection.send(head + name + payload)
  }
}
