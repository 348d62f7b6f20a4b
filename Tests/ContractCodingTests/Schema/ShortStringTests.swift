import Foundation
import Testing

@testable import ContractCoding

@Suite("Reading of short strings")
struct ShortStringTests {
  private func read(_ text: String) throws -> String {
    try JSONReader().decode(String.self, from: Array("\"\(text)\"".utf8))
  }

  @Test("Short strings use the fast path with this standard library")
  func layout() {
    #expect(ShortString.hasKnownLayout)
  }

  @Test("Without a known layout, strings are read and written with the standard library", arguments: 0...20)
  func unknownLayout(count: Int) throws {
    let texts = [String(repeating: "s", count: count), String(repeating: "\"", count: count)]
    let bytes = try JSONWriter.bytes(of: texts)
    let (read, written) = try withUnsafePointer(to: JSONReader()) { source in
      let read = bytes.withUnsafeBufferPointer { text in
        var reader = SchemaReader(text, reader: source, checksRules: false, makesShortStrings: false)
        return [String].read(&reader)
      }
      return (read, try SchemaWriter.write(texts, source, makesShortStrings: false) { Array($0) })
    }
    #expect(read == texts)
    #expect(written == bytes)
  }

  @Test(
    "Short strings equal those of the standard library, whatever their length and the bytes after them",
    arguments: 0...40)
  func lengths(count: Int) throws {
    for first in UInt8(ascii: " ")...UInt8(ascii: "~") {
      let bytes = (0..<count).map { UInt8(32 + (Int(first) + $0 * 7) % 95) }
      let text = String(decoding: bytes, as: UTF8.self).replacing("\\", with: "/").replacing("\"", with: "'")
      let value = try read(text)
      #expect(value == text)
      #expect(Array(value.utf8) == Array(text.utf8))
      #expect(value.hashValue == text.hashValue)
      #expect(value + "é" == text + "é")
      #expect(value.reversed().count == count)
    }
  }

  @Test(
    "Short strings with non-ASCII characters are read unchanged",
    arguments: ["é", "aé", "日本", "aaaaaaaaaaaaaé", "😀😀😀", "e\u{301}"])
  func beyondASCII(text: String) throws {
    #expect(try Array(read(text).utf8) == Array(text.utf8))
  }

  @Test("Short strings can be modified, and outlive the text that they were read from")
  func changing() throws {
    var texts = try (0...15).map { try read(String(repeating: "x", count: $0)) }
    for index in texts.indices { texts[index].append("0123456789") }
    #expect(texts == (0...15).map { String(repeating: "x", count: $0) + "0123456789" })
    #expect(Set(texts).count == 16)
  }

  @Test("Short strings are usable as dictionary keys")
  func keys() throws {
    let values = try JSONReader().decode(
      [String: Int].self, from: Array(#"{"":0,"a":1,"abcdefgh":8,"abcdefghijklmno":15}"#.utf8))
    #expect(values == ["": 0, "a": 1, "abcdefgh": 8, "abcdefghijklmno": 15])
  }
}
