import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("PROXY headers")
struct ProxyHeaderTests {
  static func ends(_ source: String, _ destination: String, _ from: UInt16, _ to: UInt16) throws -> ProxyHeader {
    ProxyHeader(
      source: .init(address: try #require(IPAddress(source)), port: from),
      destination: .init(address: try #require(IPAddress(destination)), port: to))
  }

  static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
  static let four: [UInt8] = [192, 0, 2, 7, 10, 0, 0, 1, 0x12, 0x34, 0x00, 0x50]
  static let six: [UInt8] =
    [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [1] + Array(repeating: 0, count: 15) + [1] + [
      0x12, 0x34, 0x00, 0x50,
    ]

  static func binary(_ command: UInt8, _ family: UInt8, _ content: [UInt8]) -> [UInt8] {
    signature + [command, family, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  static func good() throws -> [([UInt8], ProxyHeader)] {
    [
      (
        Array("PROXY TCP4 192.0.2.7 10.0.0.1 4660 80\r\n".utf8), try ends("192.0.2.7", "10.0.0.1", 4660, 80)
      ),
      (Array("PROXY TCP6 2001:db8::1 ::1 65535 0\r\n".utf8), try ends("2001:db8::1", "::1", 65535, 0)),
      (Array("PROXY UNKNOWN\r\n".utf8), ProxyHeader()),
      (Array("PROXY UNKNOWN ffff:f...f:ffff x 65535 65535\r\n".utf8), ProxyHeader()),
      (binary(0x21, 0x11, four), try ends("192.0.2.7", "10.0.0.1", 4660, 80)),
      (binary(0x21, 0x11, four + [4, 0, 1, 7]), try ends("192.0.2.7", "10.0.0.1", 4660, 80)),
      (binary(0x21, 0x21, six), try ends("2001:db8::1", "::1", 4660, 80)),
      (binary(0x20, 0x00, []), ProxyHeader()), (binary(0x20, 0x11, four), ProxyHeader()),
      (binary(0x21, 0x00, [1, 2]), ProxyHeader()),
      (binary(0x21, 0x31, Array(repeating: 0x61, count: 216)), ProxyHeader()),
    ]
  }

  @Test("A PROXY header is parsed to its end, and every shorter prefix is incomplete")
  func reads() throws {
    for (bytes, header) in try Self.good() {
      let rest = Array("GET / HTTP/1.1\r\n".utf8)
      #expect(ProxyHeader.parse((bytes + rest)[...]) == .header(header, count: bytes.count))
      #expect(ProxyHeader.parse(bytes[...]) == .header(header, count: bytes.count))
      for count in 0..<bytes.count { #expect(ProxyHeader.parse(bytes[..<count]) == .needsMore) }
      let moved = [9, 9] + bytes
      #expect(ProxyHeader.parse(moved[2...]) == .header(header, count: bytes.count))
    }
  }

  @Test("A PROXY header's addresses are formatted like the kernel's")
  func addresses() throws {
    let header = try Self.ends("192.0.2.7", "2001:db8::1", 1, 2)
    #expect(header.source?.socketAddress.description == "192.0.2.7:1")
    #expect(header.destination?.socketAddress.description == "[2001:db8::1]:2")
  }

  static let bad: [[UInt8]] =
    [
      "GET / HTTP/1.1\r\n", "PROXY\tTCP4", "PROXY TCP4 192.0.2.7 10.0.0.1 4660\r\n", "proxy UNKNOWN\r\n",
      "PROXY TCP4 192.0.2.7 10.0.0.1 4660 80 \r\n", "PROXY TCP4 192.0.2.7 10.0.0.1 65536 80\r\n",
      "PROXY TCP4 192.0.2.7 10.0.0.1 04660 80\r\n", "PROXY TCP4 192.0.2.7 10.0.0.1 +460 80\r\n",
      "PROXY TCP4 ::1 ::1 1 2\r\n", "PROXY TCP6 192.0.2.7 10.0.0.1 1 2\r\n", "PROXY TCP5 192.0.2.7 10.0.0.1 1 2\r\n",
      "PROXY TCP4 192.0.2 10.0.0.1 1 2\r\n", "PROXY TCP4  192.0.2.7 10.0.0.1 1 2\r\n", "PROXY UNKNOWN\rx",
      "PROXY UNKNOWN " + String(repeating: "x", count: 100),
      "PROXY UNKNOWN " + String(repeating: "x", count: 93) + "\r\n",
    ].map { Array($0.utf8) } + [
      binary(0x11, 0x11, four), binary(0x22, 0x11, four), binary(0x21, 0x11, Array(four.dropLast())),
      binary(0x21, 0x21, Array(six.dropLast())), binary(0x21, 0x51, four), Array(signature[..<11]) + [0x0B, 0x21],
      signature + [0x21, 0x11, 0xFF, 0xFF],
    ]

  @Test("An invalid PROXY header is refused", arguments: bad)
  func refuses(bytes: [UInt8]) {
    guard case .invalid = ProxyHeader.parse(bytes[...]) else {
      Issue.record("\(ProxyHeader.parse(bytes[...]))")
      return
    }
  }

  @Test("Parsing random bytes as a PROXY header stays in bounds")
  func random() {
    var random = Randomness()
    for _ in 0..<2000 {
      let start = random.flip() ? Self.signature + [0x21] : Array("PROXY TCP4 ".utf8)
      let count = Int.random(in: 0..<60, using: &random.generator)
      let bytes = start + (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random.generator) }
      guard case .header(_, let length) = ProxyHeader.parse(bytes[...]) else { continue }
      #expect(length <= bytes.count, "seed \(random.seed): \(bytes)")
    }
  }
}
