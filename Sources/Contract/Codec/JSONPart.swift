package import ContractCoding
package import ContractHTTP

/// A reader of multipart parts that contain JSON, such as a browser's `Blob` of that type.
package enum JSONPart {
  /// The expectation of a failure for a part that is not JSON.
  static let expected = "JSON"

  /// The maximum total size of a field's parts in a temporary file, in bytes. They are read into memory.
  private static let maxStoredBytes = 1 << 20

  /// Returns true if a field is read from JSON parts. A `String` field is not: its value is the text of the part.
  static func reads<T>(_ type: T.Type, _ name: String, in parts: [Part]) -> Bool {
    guard T.self != String.self else { return false }
    let named = parts.filter { $0.name == name }
    return !named.isEmpty && named.allSatisfy(hasJSONType)
  }

  private static func hasJSONType(_ part: Part) -> Bool { part.mimeType.flatMap { MediaType($0) }?.isJSON == true }

  /// Reads the JSON parts of some fields that are in a temporary file, and returns all parts. Decoding itself must not wait for
  /// a disk. The parts of a field that are too large for memory stay in the file.
  ///
  /// - Throws: `FileError`
  package static func loading(_ parts: [Part], of fields: Set<String>) throws(FileError) -> [Part] {
    var sizes: [String: Int] = [:]
    for part in parts {
      guard let name = part.name, fields.contains(name), let stored = part.source?.received else { continue }
      sizes[name, default: 0] += stored.range.count
    }
    var loaded = parts
    for (index, part) in parts.enumerated() where hasJSONType(part) {
      guard let name = part.name, let size = sizes[name], size <= maxStoredBytes, let stored = part.source?.received
      else { continue }
      loaded[index] = part.holding(try stored.loaded())
    }
    return loaded
  }

  /// Returns the parts of a name as an object with one member: one part is the member's value, several parts are the elements
  /// of an array. A single part is the only element if the type is a list and the part is neither an array nor null. Returns
  /// nil, and records a failure, if a part is not JSON, or if it is in a temporary file and too large for memory.
  static func document<T>(
    _ name: String, as type: T.Type, _ parts: [Part], failures: inout [CodingFailure]
  ) -> JSONDocument? {
    guard let contents = Self.contents(of: parts.filter { $0.name == name }) else {
      failures.append(
        CodingFailure(
          pointer: "/" + JSONPointer.token(name), code: .invalid, expected: "at most \(maxStoredBytes) bytes of JSON"))
      return nil
    }
    guard let key = try? JSONWriter.bytes(of: name, options: JSONOptions()), contents.allSatisfy(isJSON),
      let document = try? JSONDocument(
        object(key, contents, isList: contents.count > 1 || isElement(contents[0], of: T.self)))
    else {
      failures.append(CodingFailure(pointer: "/" + JSONPointer.token(name), code: .syntax, expected: expected))
      return nil
    }
    return document
  }

  /// Returns the contents of parts; nil if those in a temporary file are too large.
  private static func contents(of parts: [Part]) -> [[UInt8]]? {
    var contents: [[UInt8]] = []
    for part in parts {
      guard let stored = part.source?.received else {
        contents.append(part.bytes)
        continue
      }
      guard let bytes = stored.loadedBytes else { return nil }
      contents.append(bytes)
    }
    return contents
  }

  /// Returns true for valid JSON. Checked per part, so that no part can close the enclosing object.
  private static func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes)) != nil }

  /// Returns true for valid JSON that is the only element of a list of this type.
  private static func isElement<T>(_ content: [UInt8], of type: T.Type) -> Bool {
    guard T.self is any JSONList.Type else { return false }
    let first = content.first { $0 > 0x20 }
    return first != UInt8(ascii: "[") && first != UInt8(ascii: "n")
  }

  private static func object(_ key: [UInt8], _ contents: [[UInt8]], isList: Bool) -> [UInt8] {
    let value = contents.joined(separator: [UInt8(ascii: ",")])
    return Array("{".utf8) + key + Array(isList ? ":[".utf8 : ":".utf8) + value + Array(isList ? "]}".utf8 : "}".utf8)
  }
}

/// A type whose JSON is an array of any length.
private protocol JSONList {}

extension Array: JSONList {}
extension Set: JSONList {}
extension Optional: JSONList where Wrapped: JSONList {}
extension Patch: JSONList where Value: JSONList {}
