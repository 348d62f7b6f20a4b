import Contract
import ContractHTTP

/// A file on a server that supports ranges, and whose transfers break off.
final class RangeFile: Sendable {
  struct State {
    var text: String
    var tag: String
    /// The number of bytes before each transfer is interrupted, in order; later transfers are complete.
    var cuts: [Int]
    /// Changes a response.
    var twist: @Sendable (HTTPRequest, inout HTTPResponse) -> Void = { _, _ in }
  }

  let state: Lock<State>

  init(_ text: String, _ tag: String = "\"v1\"", cuts: [Int] = []) {
    state = Lock(State(text: text, tag: tag, cuts: cuts))
  }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var transport: AnsweringTransport { AnsweringTransport { request, _ in self.answer(request) } }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let (text, tag, cut, twist) = state.withLock { state in
      (Array(state.text.utf8), state.tag, state.cuts.isEmpty ? Int.max : state.cuts.removeFirst(), state.twist)
    }
    var response = HTTPResponse(.ok, fields: ["ETag": HTTPFieldValue(tag)!])
    var rest = text[...]
    if let range = request.fields["Range"]?.rawValue, request.fields["If-Range"]?.rawValue == tag {
      rest = text.dropFirst(Int(range.dropFirst("bytes=".count).dropLast())!)
      response.status = rest.isEmpty ? 416 : 206
      let what = rest.isEmpty ? "*" : "\(rest.startIndex)-\(rest.endIndex - 1)"
      response.fields["Content-Range"] = HTTPFieldValue("bytes \(what)/\(text.count)")!
    }
    response.fields[.contentLength] = HTTPFieldValue("\(rest.count)")!
    response.body = .stream(Self.stream(Array(rest), cut: cut))
    twist(request, &response)
    return response
  }

  /// A body that arrives byte by byte, and is interrupted after a number of bytes.
  static func stream(_ bytes: [UInt8], cut: Int = .max) -> ByteStream {
    let next = Lock(0)
    return ByteStream(length: bytes.count) {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      if index == cut { throw ClientError(.lostConnection, stage: .exchange, "gone") }
      return index < bytes.count ? [bytes[index]] : nil
    }
  }
}
