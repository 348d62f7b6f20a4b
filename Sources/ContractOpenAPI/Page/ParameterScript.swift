/// The source of the functions that write parameters, shared by the docs page and generated TypeScript.
///
/// The source is JavaScript with types in comments: `name/*: string */`.
enum ParameterScript {
  /// The script without types.
  static let plain = replacingTypes { _ in [] }

  /// The script with types, without the comment at its start.
  static let typed: String = {
    let lines = replacingTypes { $0 }.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return String(decoding: Array(lines.dropFirst(2).dropLast().joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }()

  /// Returns the script with a replacement for each comment that contains a type.
  private static func replacingTypes(_ replacement: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> [UInt8] {
    var rest = PackageResources.parameters_js[...]
    var result: [UInt8] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "/")) {
      result += rest[..<start]
      let mark = rest[start...]
      guard let type = type(in: mark) else {
        result.append(UInt8(ascii: "/"))
        rest = mark.dropFirst()
        continue
      }
      result += replacement(type)
      rest = rest[(type.endIndex + 3)...]
    }
    return result + rest
  }

  /// Returns the type in a comment at the start of a text; nil if there is no comment with a type.
  private static func type(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.starts(with: "/*:".utf8) || text.starts(with: "/*?:".utf8) else { return nil }
    let content = text.dropFirst(2)
    guard let end = content.firstIndex(of: UInt8(ascii: "*")), content[end...].starts(with: "*/".utf8) else {
      return nil
    }
    return content[..<end].dropLast()
  }
}
