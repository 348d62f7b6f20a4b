import ContractHTTP
import ContractHTTP1

/// One byte per scalar up to U+00FF, so that rows can contain invalid UTF-8.
func bytes(_ text: String) -> [UInt8] {
  text.unicodeScalars.map { UInt8($0.value) }
}

func text(_ bytes: some Sequence<UInt8>) -> String {
  String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}

/// The events of a machine for a connection's bytes, if every request is accepted and echoed.
///
/// Equal bytes have an equal transcript wherever they are split.
struct Transcript: Equatable, CustomStringConvertible {
  /// `GET /path 1 {name=value,…} <content>` for a request, `400: reason` for a refusal.
  private(set) var events: [String] = []
  private(set) var isClosed = false
  private(set) var hasContinued = false
  /// The number of parsed bytes. Bytes after a refusal are not parsed.
  private(set) var taken = 0

  var description: String { "\(events)\(isClosed ? " closed" : "")" }

  /// The events without their details: `GET`, `400`.
  var summary: [String] {
    events.map { String($0.prefix { $0 != " " && $0 != ":" }) } + (isClosed ? ["close"] : [])
  }

  private var machine: ConnectionMachine
  private var head = ""
  private let maxBodyBytes: Int

  /// - Parameter cuts: offsets at which `input` is split, ascending.
  init(
    _ input: [UInt8], cuts: [Int] = [], ends: Bool = false, limits: HTTP1Limits = HTTP1Limits(),
    maxBodyBytes: Int = 1 << 20
  ) {
    self.maxBodyBytes = maxBodyBytes
    machine = ConnectionMachine(limits: limits)
    var start = 0
    for end in cuts + [input.count] {
      feed(Array(input[start..<end]))
      start = end
    }
    if ends && !isClosed { take(machine.endOfInput(), more: false) }
  }

  private mutating func feed(_ piece: [UInt8]) {
    var position = 0
    while position < piece.count && !isClosed {
      let before = position
      let step = machine.receive(piece.span, from: &position)
      taken += position - before
      take(consume step, more: position < piece.count)
    }
  }

  private mutating func take(_ step: consuming ConnectionMachine.Step, more: Bool) {
    switch consume step {
    case .needsInput: break
    case .sendContinue: hasContinued = true
    case .close: isClosed = true
    case .head(let head, let length):
      let fields = head.fieldLines.map { "\(text(head.bytes[$0.name.range]))=\(text(head.bytes[$0.value.range]))" }
      self.head =
        "\(head.method) \(head.path)\(head.query.map { "?\($0)" } ?? "") \(head.minorVersion) "
        + "{\(fields.joined(separator: ","))} \(length.map(String.init) ?? "chunked")"
      take(machine.accept(maxBodyBytes: maxBodyBytes, hasMoreInput: more), more: more)
    case .request(let content):
      events.append("\(head) <\(text(content))>")
      respond(200)
    case .streamedRequest: events.append("streamed")
    case .refuse(let error):
      events.append(error.description)
      respond(error.status)
    }
  }

  private mutating func respond(_ status: HTTPStatus) {
    _ = machine.beginResponse(HTTPResponse(status))
    if machine.endResponse() == .close { isClosed = true }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.events == right.events && left.isClosed == right.isClosed
  }
}
