import ContractCoding
import ContractHTTP
import ContractTestSupport
import Testing

@Suite("Round trips of multipart", .ownThreads)
struct MultipartRoundTripTests {
  @Test("Random forms round-trip")
  func random() throws {
    var generator = Randomness.Generator(seed: 7578)
    for _ in 0..<2000 {
      let boundary = Self.text(of: ["b", "-", "--", "x", "'", "(", "?"], 1...20, &generator)
      let parts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.part(boundary, &generator) }
      let form = MultipartFormData(parts: parts, boundary: boundary)
      let body: MultipartEncoder.Body
      do {
        body = try MultipartEncoder().encode(form)
      } catch {
        #expect(error.reason == .boundaryInContent)
        // A boundary chosen by the encoder always works.
        let chosen = try MultipartEncoder().encode(MultipartFormData(parts: parts))
        #expect(try MultipartDecoder().decode(chosen.bytes, mediaType: chosen.mediaType).parts == parts)
        continue
      }
      #expect(try MultipartDecoder().decode(body.bytes, mediaType: body.mediaType) == form)
    }
  }

  @Test("A randomly modified body is refused or read as a form that round-trips")
  func changed() throws {
    var generator = Randomness.Generator(seed: 2046)
    let snippets = [
      "\r\n", "--b", "--b--", "\"", "\\", ";", "=", "%22", "\0", ":", " ", "\n", "é", "name", "filename*=UTF-8''",
    ]
    var read = 0
    for _ in 0..<4000 {
      let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in Self.part("b", &generator) }
      guard var bytes = try? MultipartEncoder(boundary: "b").encode(MultipartFormData(parts: parts)).bytes else {
        continue
      }
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.removeSubrange(index..<min(index + Int.random(in: 1...4, using: &generator), bytes.count))
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        default: bytes.insert(contentsOf: snippets.randomElement(using: &generator)?.utf8 ?? "".utf8, at: index)
        }
        if bytes.isEmpty { break }
      }
      guard let form = try? MultipartDecoder().decode(bytes, boundary: "b") else { continue }
      read += 1
      let again = try MultipartEncoder().encode(MultipartFormData(parts: form.parts))
      #expect(try MultipartDecoder().decode(again.bytes, mediaType: again.mediaType).parts == form.parts)
    }
    #expect(read > 500)
  }

  private static func part(_ boundary: String, _ generator: inout Randomness.Generator) -> Part {
    let names = [
      "a", "\"", "\\", "%", "22", "25", "%0D", "\r", "\n", ";", " ", "=", "é", "filename=", "name", "'", "\t", "*",
    ]
    let contents = [
      "\r", "\n", "\r\n", "-", "--", boundary, "--\(boundary)", "x", "\0", "é", "--\(boundary.dropLast())", ": ",
    ]
    var part = Part(
      data: Array(text(of: contents, 0...12, &generator).utf8), name: text(of: names, 0...8, &generator))
    if Bool.random(using: &generator) { part.fileName = text(of: names, 0...8, &generator) }
    if Bool.random(using: &generator) {
      part.mimeType = text(of: ["text/plain", "; ", "a=\"b\""], 1...1, &generator) + "/"
    }
    if Bool.random(using: &generator) { part.fields = ["X-Some": "a, b", "Content-Id": "<1>", "X-Some": ""] }
    return part
  }

  private static func text(of pieces: [String], _ count: ClosedRange<Int>, _ generator: inout Randomness.Generator)
    -> String
  {
    (0..<Int.random(in: count, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
