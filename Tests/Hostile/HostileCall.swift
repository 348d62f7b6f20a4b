import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport

/// The actions of a client in one call, determined only by a seed and the call's number.
struct HostileCall: Sendable {
  enum Upload: CaseIterable { case none, small, large, sized, chunked }
  enum Reception: CaseIterable { case whole, stream, glance }

  /// The result.
  enum Outcome: Sendable {
    case response(status: Int, content: [UInt8])
    /// The head, and the beginning of the body that was read before the stream was released.
    case begun(content: [UInt8])
    case failed(ClientError.Code)
    /// An error that no transport throws.
    case strange(String)
  }

  let id: Int
  let method: HTTPMethod
  let upload: Upload
  let reception: Reception
  let timeout: Duration
  /// The number of yields before the call is cancelled; nil if it is not cancelled.
  let yieldsBeforeCancellation: Int?
  static let idleTimeout = Duration.milliseconds(500)

  init(_ id: Int, seed: UInt64) {
    var random = Randomness.Generator(of: id, 0x63_6C69, seed: seed)
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    self.id = id
    let custom = HTTPMethod("PROPFIND") ?? .get
    method = pick([.get, .get, .get, .get, .get, .get, .head, .post, .post, .put, .patch, .delete, .options, custom])
    let mayUpload = method == .post || method == .put || method == .patch
    upload = mayUpload ? pick([.none, .small, .small, .small, .large, .sized, .chunked]) : .none
    reception = pick([.whole, .whole, .whole, .whole, .stream, .stream, .glance])
    timeout = .milliseconds(pick([150, 300, 300, 600, 1_500]))
    yieldsBeforeCancellation = pick([nil, nil, nil, nil, nil, nil, nil, Int.random(in: 0..<400, using: &random)])
  }

  /// The maximum duration on a machine that is not busy.
  var limit: Duration { timeout + Self.idleTimeout }

  /// True if the call is made over HTTP/2.
  var usesHTTP2: Bool { id % 5 == 3 && CurlLibrary.current.supportsHTTP2 }

  // MARK: The call

  /// Makes the call, on a loop or from the global pool.
  func perform(_ transport: CurlTransport, port: UInt16, on loop: ContractLoop?) async -> Outcome {
    let call = Task(executorPreference: loop) { await exchange(transport, port: port) }
    if let yields = yieldsBeforeCancellation {
      for _ in 0..<yields { await Task.yield() }
      call.cancel()
    }
    return await call.value
  }

  private func exchange(_ transport: CurlTransport, port: UInt16) async -> Outcome {
    let request = HTTPRequest(
      method, usesHTTP2 ? HostileFrames.path(id) : "/\(id)/0", scheme: "http", authority: "127.0.0.1:\(port)",
      body: body)
    var options = TransportOptions(timeout: timeout, maxResponseBytes: 1 << 18)
    options.idleTimeout = .after(Self.idleTimeout)
    do {
      if reception == .whole {
        let response = try await transport.send(request, options: options)
        return .response(status: response.status.code, content: try await response.body.collect(upTo: 1 << 18))
      }
      let response = try await transport.stream(request, options: options)
      var content: [UInt8] = []
      if case .bytes(let bytes) = response.body { content = bytes }
      if case .stream(let stream) = response.body {
        while let piece = try await stream.next() {
          content += piece
          if reception == .glance { return .begun(content: content) }
        }
      }
      return .response(status: response.status.code, content: content)
    } catch let error as ClientError {
      return .failed(error.code)
    } catch {
      return .strange("\(error)")
    }
  }

  private var body: HTTPBody {
    switch upload {
    case .none: return .empty
    case .small: return .bytes(Array("content of \(id)".utf8))
    case .large: return .bytes([UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 300_000))
    case .sized, .chunked:
      let pieces = Lock(1 + id % 20)
      return .stream(
        ByteStream(length: upload == .sized ? (1 + id % 20) * 3_000 : nil) {
          let isThere = pieces.withLock { count in
            count -= 1
            return count >= 0
          }
          return isThere ? [UInt8](repeating: 0x75, count: 3_000) : nil
        })
    }
  }
}
