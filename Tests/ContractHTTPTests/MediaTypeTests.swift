import ContractHTTP
import Testing

@Suite("Media types")
struct MediaTypeTests {
  @Test(
    "Media types are parsed and written in normal form",
    arguments: [
      ("text/plain", "text/plain"), ("Text/PLAIN", "text/plain"),
      ("text/plain;charset=UTF-8", "text/plain; charset=UTF-8"),
      ("text/plain ; Charset=\"utf-8\"", "text/plain; charset=utf-8"),
      ("a/b; c=\"d e\\\"f\"", "a/b; c=\"d e\\\"f\""), ("a/b; c=\"x;y\"; d=1", "a/b; c=\"x;y\"; d=1"),
      ("application/vnd.api+json", "application/vnd.api+json"), ("a/b;", "a/b"), ("a/b; c=\"\"", "a/b; c=\"\""),
      ("a/b; c=\"\td\t\"", "a/b; c=\"\td\t\""), ("a/b; c=\"\u{80}\"", "a/b; c=\"\u{80}\""),
      // A mark that combines with the quotation mark before it into one `Character`.
      ("a/b; c=\"\\\"\u{308}x\"", "a/b; c=\"\\\"\u{308}x\""), ("a/b; c=\"\u{308}\"", "a/b; c=\"\u{308}\""),
    ])
  func readAndWrite(_ input: String, _ output: String) throws {
    let media = try #require(MediaType(input))
    #expect(media.description == output)
    #expect(MediaType(output) == media)
    #expect(HTTPFieldValue(media.description) != nil)
  }

  @Test(
    "Invalid media types are refused",
    arguments: [
      "", "text", "text/", "/plain", "a/b/c", "a b/c", "a/b; c", "a/b; =d", "a/b; c=d e", "a/b; c=\"d",
      // Control characters, which a header value cannot contain.
      "a/b; c=\"d\r\nx: y\"", "a/b; c=\"d\n\"", "a/b; c=\"\\\r\"", "a/b; c=\"\0\"",
      "a/b; c=\"\u{1F}\"", "a/b; c=\"\u{7F}\"",
      // Names longer than 127 characters.
      "\(String(repeating: "a", count: 128))/b", "a/\(String(repeating: "b", count: 128))",
    ])
  func refused(_ input: String) {
    #expect(MediaType(input) == nil)
  }

  @Test("A type and a subtype of 127 characters each are accepted")
  func longestNames() {
    let name = String(repeating: "a", count: 127)
    #expect(MediaType("\(name)/\(name)")?.essence == "\(name)/\(name)")
  }

  @Test("`application/json` and the suffix `+json` are recognized as JSON, other media types are not")
  func json() {
    for text in ["application/json", "application/problem+json", "application/json; charset=utf-8"] {
      #expect(MediaType(text)?.isJSON == true, "\(text)")
    }
    for text in ["text/json", "application/jsonx", "text/plain"] {
      #expect(MediaType(text)?.isJSON == false, "\(text)")
    }
  }

  @Test(
    "A media type is accepted with the weight of the most specific matching range",
    arguments: [
      ("*/*", "a/b", 1000), ("a/*", "a/b", 1000), ("a/b", "a/b", 1000), ("a/b", "a/c", 0),
      ("a/*;q=0.5, */*;q=0.1", "a/b", 500), ("a/b;q=0, */*", "a/b", 0), ("a/b;q=0, */*", "a/c", 1000),
      ("a/b;q=0.123", "a/b", 123), ("a/b;q=1.000", "a/b", 1000), ("", "a/b", 1000), ("nonsense", "a/b", 1000),
      ("A/B", "a/b", 1000), ("a/b ; q=0.8 , c/d", "a/b", 800),
    ])
  func accepted(_ accept: String, _ media: String, _ weight: Int) throws {
    #expect(AcceptedMediaTypes(accept).weight(of: try #require(MediaType(media))) == weight)
  }

  @Test(
    "A media range with an invalid weight is ignored, and 1. is a valid weight",
    arguments: ["2", "1.001", "0.1234", "-1", "x", "1.", ""])
  func badWeights(_ weight: String) throws {
    let media = try #require(MediaType("a/b"))
    let accepted = AcceptedMediaTypes("c/d, a/b;q=\(weight)")
    // `1.` is a qvalue: the digits after the point are optional.
    #expect(accepted.accepts(media) == (weight == "1."), "\(weight)")
  }

  @Test("Matching Accept by its bytes agrees with parsing it, and handles the values of common clients")
  func bytesOfLine() throws {
    let parts = ["a/b", "A/B", "a/*", "*/*", "c/d", "*/b", "*", "a/b/c", "a b/c", ""]
    let weights = [
      "", ";q=0", "; q=0.000", ";q=1", ";Q=0.5", ";q=1.", ";q=1.001", ";q=2", ";q=", ";q=0.1234", ";v=b3;q=0.7",
      ";q=0;q=1", ";v", ";v=\"x, */*\"", " ; q=0 ", ";", ";q=0\tx",
    ]
    let media = try #require(MediaType("a/b"))
    var answers = [true: 0, false: 0]
    for first in parts {
      for weight in weights {
        for rest in ["", ", */*", " ,\ta/*;q=0", ",a/b;q=0.001", ",", ",*/*;q=0"] {
          let line = first + weight + rest
          guard let answer = AcceptedMediaTypes.accepts(media, in: Array("x\(line)".utf8).dropFirst()) else { continue }
          answers[answer, default: 0] += 1
          #expect(answer == AcceptedMediaTypes(line).accepts(media), "\(line)")
        }
      }
    }
    #expect(answers.values.allSatisfy { $0 > 50 }, "\(answers)")
    // The usual values of browsers and programs are decided from the bytes.
    for line in [
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
      "application/json, text/plain, */*", "application/json;v=1, */*;q=0.1",
    ] {
      #expect(AcceptedMediaTypes.accepts(media, in: Array(line.utf8)[...]) == true)
    }
  }
}
