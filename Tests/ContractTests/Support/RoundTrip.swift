import Contract
import FoundationEssentials
import Testing

@testable import ContractHTTP

/// Sends one value through an encoder, the bytes of a head, and a decoder.
struct RoundTrip {
  let operation: Operation

  init(_ place: ValuePlace) {
    let template: PathTemplate = place == .path ? "/probe/{v}" : "/probe"
    operation = Operation(id: "probe", method: .post, path: template, requestContent: .json)
  }

  static func request(_ message: HTTPRequest, _ operation: Operation) async throws -> ServerRequest {
    let head = RequestHead(message)
    var values: [RequestHead.ByteRange] = []
    if !operation.path.placeholders.isEmpty {
      let slash = head.bytes[head.pathRange.range].lastIndex(of: 0x2F)!
      values = [.init((slash + 1)..<Int(head.pathRange.end))]
    }
    return ServerRequest(
      head: head, body: try await message.body.collect(upTo: 1 << 20), operation: operation, pathValues: values,
      remoteAddress: nil)
  }

  /// What `decode` makes of what `encode` wrote.
  func callAsFunction<T>(
    _ encode: (inout RequestEncoder) throws -> Void, _ decode: (inout RequestDecoder) -> T?
  ) async throws -> (value: T?, failures: [InputFailure], message: HTTPRequest) {
    var encoder = RequestEncoder(for: operation)
    try encode(&encoder)
    let message = try encoder.finish()
    var decoder = RequestDecoder(try await Self.request(message, operation))
    let value = decode(&decoder)
    return (value, decoder.failures, message)
  }
}

/// Random values that include the extremes.
struct Randomness {
  var generator = SystemRandomNumberGenerator()

  mutating func integer<I: FixedWidthInteger>() -> I {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: I(truncatingIfNeeded: Int.random(in: -9...9, using: &generator))
    default: I.random(in: .min ... .max, using: &generator)
    }
  }

  mutating func double() -> Double {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .greatestFiniteMagnitude
    case 1: .leastNonzeroMagnitude
    case 2: -0.0
    case 3: .infinity
    default:
      {
        let value = Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
        return value.isNaN ? 0.1 : value
      }()
    }
  }

  /// Text of any scalars but NUL, which no place outside JSON can carry.
  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) { text.append(scalar()) }
    return String(text)
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: " /?#%&+=[]{}:;,.\"\\'~*<>|^`\t\r\n\u{1}\u{7F}".unicodeScalars.randomElement(using: &generator)!
    case 1: "äöüßé日本語👩‍👩‍👧🏳️‍🌈\u{301}\u{200B}\u{FEFF}\u{10FFFF}\u{80}".unicodeScalars.randomElement(using: &generator)!
    default: Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &generator))
    }
  }

  /// A date in the years that RFC 3339 can write.
  mutating func date() -> Date {
    Date(
      timeIntervalSinceReferenceDate: Double.random(
        in: -62_135_596_800...252_423_993_599 - 978_307_200, using: &generator))
  }

  mutating func list<T>(_ element: (inout Randomness) -> T) -> [T] {
    var list: [T] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) { list.append(element(&self)) }
    return list
  }
}
