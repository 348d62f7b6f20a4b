import Contract
import FoundationEssentials
import Testing

/// An enumeration with values of types that its macro does not know, so the macro generates its coding.
@Schema enum CodedShape: Equatable, Sendable {
  case point(PlainPoint)
  case pair(PlainPoint, PlainPoint?, by: [PlainPoint])
  case renamed(to: String, PlainPoint?)
  case nothing

  enum CodingKeys: String, CodingKey { case point, pair = "two points", renamed, nothing }
  enum RenamedCodingKeys: String, CodingKey { case to = "target", _1 = "point" }
}

/// The same enumeration, coded by the compiler.
private enum PlainShape: Codable, Equatable {
  case point(PlainPoint)
  case pair(PlainPoint, PlainPoint?, by: [PlainPoint])
  case renamed(to: String, PlainPoint?)
  case nothing

  enum CodingKeys: String, CodingKey { case point, pair = "two points", renamed, nothing }
  enum RenamedCodingKeys: String, CodingKey { case to = "target", _1 = "point" }
}

@Suite("Generated coding of cases")
struct CaseCodingTests {
  private static let point = PlainPoint(x: 1)

  private static let values: [(CodedShape, PlainShape)] = [
    (.point(point), .point(point)), (.pair(point, nil, by: []), .pair(point, nil, by: [])),
    (.pair(point, point, by: [point]), .pair(point, point, by: [point])),
    (.renamed(to: "a", nil), .renamed(to: "a", nil)), (.renamed(to: "a", point), .renamed(to: "a", point)),
    (.nothing, .nothing),
  ]

  @Test("Cases with associated values are encoded and decoded as with a synthesized Codable conformance")
  func codes() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (shape, plain) in Self.values {
      let bytes = try encoder.encode(shape)
      #expect(try bytes == encoder.encode(plain))
      #expect(try JSONDecoder().decode(CodedShape.self, from: bytes) == shape)
      #expect(try JSONDecoder().decode(PlainShape.self, from: bytes) == plain)
    }
  }

  @Test(
    "Decoding an invalid case throws the error of a synthesized Codable conformance",
    arguments: [
      "{}", #"{"point":{"_0":{"x":1}},"nothing":{}}"#, #"{"other":{}}"#, #"{"point":{}}"#,
      #"{"point":{"_0":{"x":"1"}}}"#,
      #"{"renamed":{"to":"a"}}"#, #"{"point":1}"#, "1", "null",
    ])
  func refuses(text: String) {
    #expect(error(CodedShape.self, text) == error(PlainShape.self, text))
    #expect(error(CodedShape.self, text) != nil)
  }

  /// The error of decoding, without the name of the type.
  private func error<T: Decodable>(_ type: T.Type, _ text: String) -> String? {
    do {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return "type \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
    } catch DecodingError.keyNotFound(let key, let context) {
      return "missing \(key.stringValue) \(context.codingPath.map(\.stringValue))"
    } catch {
      return "other"
    }
  }
}
