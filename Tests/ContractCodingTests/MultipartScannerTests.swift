import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractCoding

@Suite("The scanner of multipart bodies")
struct MultipartScannerTests {
  private static let mediaType = MediaType("multipart/form-data; boundary=b")
  private static let limits = MultipartLimits(maxParts: 3, maxFiles: 1, maxHeaderBytes: 120, maxNameBytes: 8)

  /// Reads a body in chunks. Returns nil for an error.
  private static func parts(_ chunks: [[UInt8]]) -> [Part]? {
    guard let mediaType, var scanner = try? MultipartScanner(mediaType: mediaType, limits: limits) else { return nil }
    var parts: [Part] = []
    do {
      for chunk in chunks {
        for event in try scanner.add(chunk) {
          switch event {
          case .part(let part): parts.append(part)
          case .content(let bytes): parts[parts.count - 1].bytes += bytes
          }
        }
      }
      try scanner.finish()
      return parts
    } catch {
      return nil
    }
  }

  private static let head = "Content-Disposition: form-data; name=\"a\""
  private static func repeated(_ count: Int) -> String {
    let part = "--b\r\n\(head)\r\n\r\n1\r\n"
    return Array(repeating: part, count: count).joined() + "--b--"
  }

  private static func withHeader(_ count: Int, _ rest: String) -> String {
    let value = String(repeating: "y", count: count)
    return "--b\r\n\(head)\r\nX: \(value)\(rest)"
  }

  static let bodies: [String] = [
    "", "--b--", "--b--\r\n", "--b-- \t", "--b-- \t\r\n", "--b--x", "--b-", "--b", "-", "\r\n--b--", "x--b--",
    "x\r\n--b--\r\ny",
    "x\n--b--", "--b\n", "--b\r\n", "--b \r\n\(head)\r\n\r\n1\r\n--b--", "--b\r\n\(head)\r\n\r\n1\r\n--b--\r\nrest",
    "--b\r\n\(head)\r\n\r\n\r\n--b--", "--b\r\n\(head)\r\n\r\n--b--", "--b\r\n\(head)\r\n\r\n1\r\n--b",
    "--b\r\n\(head)\r\n\r\n1",
    "--b\r\n\(head)\r\n\r\n\r\r\n\r\n--\r\n--c\r\n--b--", "--b\r\n\(head)\r\n\r\n1\r\n--bx--",
    "--b\r\n\(head)\n\n1\r\n--b--",
    "--b\r\n\(head)\r\n", "--b\r\n\(head)", "--b\r\n\r\n1\r\n--b--", "--b\r\nX: y\r\n\r\n1\r\n--b--",
    "--b\r\n: y\r\n\r\n1\r\n--b--",
    "--b\r\n\(head)\r\nContent-Type: text/x\r\n\r\n1\r\n--b\r\n\(head)\r\n\r\n2\r\n--b--",
    "--b\r\n\(head); filename=f\r\n\r\n1\r\n--b--",
    "--b\r\n\(head); filename=f\r\n\r\n1\r\n--b\r\n\(head); filename=g\r\n\r\n1\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"123456789\"\r\n\r\n1\r\n--b--",
    withHeader(100, "\r\n\r\n1\r\n--b--"), withHeader(300, ""),
    repeated(3), repeated(4),
  ]

  @Test("The scanner finds the same parts as the decoder, wherever a body is split", arguments: bodies)
  func divided(body: String) {
    let bytes = Array(body.utf8)
    let expected = try? MultipartDecoder(limits: Self.limits).decode(bytes, boundary: "b").parts
    #expect(Self.parts([bytes]) == expected)
    #expect(Self.parts(bytes.map { [$0] }) == expected)
    for index in bytes.indices {
      #expect(Self.parts([Array(bytes[..<index]), Array(bytes[index...])]) == expected, "split at \(index)")
    }
  }

  @Test(
    "A boundary line after only CR or LF causes the decoder's error, wherever the body is split",
    arguments: ["x\n--b\n\(head)\n\n1\n--b--\n", "\n--b\n", "x\r--b\r", "--b\n", "xx-\n--b", "x--b\n"])
  func lineEnds(body: String) throws {
    let bytes = Array(body.utf8)
    let expected = #expect(throws: MultipartError.self) {
      try MultipartDecoder(limits: Self.limits).decode(bytes, boundary: "b")
    }
    for index in bytes.indices {
      var scanner = try MultipartScanner(mediaType: try #require(Self.mediaType), limits: Self.limits)
      let error = #expect(throws: MultipartError.self) {
        _ = try scanner.add(Array(bytes[..<index]))
        _ = try scanner.add(Array(bytes[index...]))
        try scanner.finish()
      }
      #expect(error == expected, "split at \(index)")
    }
  }

  @Test("The scanner finds the same parts as the decoder in random bodies split in two")
  func random() {
    var random = Randomness(seed: 7)
    let pieces: [String] = ["\r\n--b", "--b", "--", "\r\n", "\r", "\n", Self.head, "\r\n\r\n", "x", " "]
    for _ in 0..<3000 {
      let chosen: [String] = (0..<8).map { _ in pieces.randomElement(using: &random.generator) ?? "" }
      let body = "--b\r\n\(Self.head)\r\n\r\n\(chosen.joined())"
      let bytes = Array(body.utf8)
      let expected = try? MultipartDecoder(limits: Self.limits).decode(bytes, boundary: "b").parts
      let index = Int.random(in: 0...bytes.count, using: &random.generator)
      #expect(Self.parts([Array(bytes[..<index]), Array(bytes[index...])]) == expected, "\(body)")
    }
  }
}
