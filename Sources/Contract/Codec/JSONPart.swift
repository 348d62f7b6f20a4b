internal import ContractCoding

/// Parts of multipart content that are JSON, such as a browser's `Blob` of that type.
enum JSONPart {
  /// True when a field of a type is read from parts that are JSON: any type but `String`, whose text is the content itself.
  static func reads<T>(_ type: T.Type, _ name: String, in parts: [Part]) -> Bool {
    guard T.self != String.self else { return false }
    let named = parts.filter { $0.name == name }
    return !named.isEmpty && named.allSatisfy { $0.mimeType.flatMap { MediaType($0) }?.isJSON == true }
  }

  /// The parts of a name as the only member of an object: one part is the member, several are the elements of an array.
  /// Nil, and a failure, when one of them is not JSON.
  static func document(_ name: String, _ parts: [Part], failures: inout [CodingFailure]) -> JSONDocument? {
    let contents = parts.filter { $0.name == name }.map(\.bytes)
    guard let key = try? JSONWriter.bytes(of: name, options: JSONOptions()), contents.allSatisfy(isJSON),
      let document = try? JSONDocument(object(key, contents))
    else {
      failures.append(CodingFailure(pointer: "/" + JSONPointer.token(name), code: .syntax, expected: "JSON"))
      return nil
    }
    return document
  }

  /// Each part by itself, so that none ends the object around it.
  private static func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes)) != nil }

  private static func object(_ key: [UInt8], _ contents: [[UInt8]]) -> [UInt8] {
    let value = contents.joined(separator: [UInt8(ascii: ",")])
    let isList = contents.count > 1
    return Array("{".utf8) + key + Array(isList ? ":[".utf8 : ":".utf8) + value + Array(isList ? "]}".utf8 : "}".utf8)
  }
}
