import ContractCoding
import ContractHTTP
import FoundationEssentials
import Testing

@Suite("Multipart encoder")
struct MultipartEncoderTests {
  /// The two parts of `RequestBuilderTests` of joshuawright11/papyrus, whose body has 266 bytes.
  @Test("The layout of a multipart body equals the reference byte for byte")
  func reference() throws {
    let encoder = MultipartEncoder(boundary: "5C66A9A3-8B3C-4E5A-9D0A-7F7C0F1E2D3B")
    let body = try encoder.encode(
      MultipartFormData(parts: [
        Part(data: Data("one".utf8), name: "a", fileName: "one.txt", mimeType: "text/plain"),
        Part(data: Data("two".utf8), name: "b"),
      ]))
    let mark = "--\(encoder.boundary)"
    #expect(body.bytes.count == 266)
    #expect(
      String(decoding: body.bytes, as: UTF8.self)
        == [
          mark, #"Content-Disposition: form-data; name="a"; filename="one.txt""#, "Content-Type: text/plain", "", "one",
          mark, #"Content-Disposition: form-data; name="b""#, "", "two", "\(mark)--", "",
        ].joined(separator: "\r\n"))
    #expect(body.mediaType.description == "multipart/form-data; boundary=\(encoder.boundary)")
  }

  @Test("Additional headers follow the standard ones and cannot replace them")
  func fields() throws {
    let part = Part(
      data: [], name: "n", mimeType: "text/plain",
      fields: ["X-A": "1", "Content-Type": "no", "content-disposition": "no", "X-B": "2"])
    let body = try MultipartEncoder(boundary: "b").encode(MultipartFormData(parts: [part]))
    #expect(
      String(decoding: body.bytes, as: UTF8.self)
        == "--b\r\nContent-Disposition: form-data; name=\"n\"\r\nContent-Type: text/plain\r\nX-A: 1\r\nX-B: 2\r\n\r\n\r\n--b--\r\n"
    )
  }

  @Test("A form without parts consists of the closing boundary")
  func empty() throws {
    let body = try MultipartEncoder(boundary: "b").encode(MultipartFormData())
    #expect(body.bytes == Array("--b--\r\n".utf8))
  }

  @Test(
    "Names are escaped as in HTML forms",
    arguments: [
      (#"a"b"#, "a%22b"), ("a\r\nb", "a%0D%0Ab"), (#"a\b\"#, #"a\b\"#), ("ü é😀", "ü é😀"), ("100%", "100%"),
      ("%41", "%41"),
      ("%22", "%2522"), ("%2522", "%252522"), ("%250d", "%25250d"), ("%25", "%25"), ("", ""), (";=\t'", ";=\t'"),
    ])
  func names(_ name: String, _ wire: String) throws {
    let form = MultipartFormData(parts: [Part(data: [], name: name, fileName: name)], boundary: "b")
    let bytes = try MultipartEncoder().encode(form).bytes
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "--b\r\nContent-Disposition: form-data; name=\"\(wire)\"; filename=\"\(wire)\"\r\n\r\n\r\n--b--\r\n")
    #expect(try MultipartDecoder().decode(bytes, boundary: "b") == form)
  }

  @Test("Parts that would not round-trip and invalid boundaries are refused with the reason")
  func refusals() {
    let fine = Part(text: "x", name: "a")
    let table: [(Part, MultipartError.Reason)] = [
      (Part(text: "x"), .missingName), (Part(text: "x", name: "a\0"), .invalidName),
      (Part(data: [], name: "a", fileName: "\u{7F}"), .invalidName),
      (Part(data: [], name: "a", mimeType: "text/plain\r\nX: y"), .invalidMIMEType),
      (Part(data: [], name: "a", mimeType: ""), .invalidMIMEType),
      (Part(data: [], name: "a", mimeType: "Multipart/mixed; boundary=x"), .nested),
      (Part(data: [], name: "a", fields: ["Content-Transfer-Encoding": "base64"]), .transferEncoding),
      (Part(text: "--b", name: "a"), .boundaryInContent), (Part(text: "x\r\n--b", name: "a"), .boundaryInContent),
      (Part(text: "x\n--bc", name: "a"), .boundaryInContent),
    ]
    for (part, reason) in table {
      let error = #expect(throws: MultipartError.self) {
        try MultipartEncoder(boundary: "b").encode(MultipartFormData(parts: [fine, part]))
      }
      #expect(error?.reason == reason)
      #expect(error?.part == 2)
    }
    for boundary in ["", "a ", String(repeating: "a", count: 71), "a\"b", "ü", "a\r\nb", "a;b", "a\\b", "a*b"] {
      let error = #expect(throws: MultipartError.self) {
        try MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: [fine]))
      }
      #expect(error?.reason == .boundary)
    }
  }

  @Test("A boundary of any allowed characters round-trips, quoted where the media type requires it")
  func boundaries() throws {
    for boundary in ["a b", "'()+_,-./:=?", String(repeating: "z", count: 70), "0"] {
      let form = MultipartFormData(parts: [Part(text: "-- x --", name: "a")], boundary: boundary)
      let body = try MultipartEncoder().encode(form)
      let mediaType = try #require(MediaType(body.mediaType.description))
      #expect(mediaType.parameter("boundary") == boundary)
      #expect(try MultipartDecoder().decode(body.bytes, mediaType: mediaType) == form)
    }
  }

  @Test("Boundaries are random, and replaced if the data contains them")
  func random() throws {
    let encoder = MultipartEncoder()
    #expect(encoder.boundary.count == 30)
    #expect(encoder.boundary != MultipartEncoder().boundary)
    let parts = [Part(text: "x\r\n--\(encoder.boundary)--", name: "a")]
    let body = try encoder.encode(MultipartFormData(parts: parts))
    let chosen = try #require(body.mediaType.parameter("boundary"))
    #expect(chosen != encoder.boundary)
    #expect(try MultipartDecoder().decode(body.bytes, boundary: chosen).parts == parts)
  }

  @Test("Parts are created from data, bytes, strings and files")
  func parts() {
    #expect(Part(data: Data([1, 2])) == Part(data: [1, 2]))
    #expect(Part(text: "é").bytes == [0xC3, 0xA9])
    #expect(Part(data: [0xFF]).text == nil)
    #expect(Part.empty == Part(text: ""))
    let file: Part = .init(fileName: "recording.caf", mimeType: "audio/x-caf", content: [7, 8])
    #expect(file.isFile)
    #expect(file.data == Data([7, 8]))
    #expect(file.mimeType == "audio/x-caf")
    var part = file
    part.data = Data([9])
    #expect(part.bytes == [9])
  }
}
