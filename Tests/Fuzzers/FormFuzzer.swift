import ContractCoding
import FoundationEssentials

/// Reads bytes as a form of every kind of member, in the spelling that the first byte chooses; readable input must
/// round-trip.
enum FormFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    guard let first = bytes.first else { return nil }
    let options = options(first)
    let decoder = URLFormDecoder(options: options, limits: URLFormLimits(maxDepth: 8, maxMembers: 200))
    let tree: URLFormTree
    do {
      tree = try decoder.tree(of: bytes.dropFirst())
    } catch {
      return error.description.isEmpty ? "an error without words" : nil
    }
    return check(Members.self, tree, decoder, options)
      ?? check([String: [String]].self, tree, decoder, options)
      ?? check([Branch].self, tree, decoder, options)
  }

  private static func check<T: Codable>(
    _ type: T.Type, _ tree: URLFormTree, _ decoder: URLFormDecoder, _ options: URLFormOptions
  ) -> String? {
    var failures: [CodingFailure] = []
    let collected = decoder.decode(T.self, from: tree, failures: &failures)
    let strict = try? decoder.decode(T.self, from: tree)
    guard (strict == nil) == (collected == nil), (strict == nil) == !failures.isEmpty else {
      return "\(T.self): failures \(failures) do not go with \(String(describing: strict))"
    }
    guard let strict else { return nil }
    // Some readable values cannot be written, such as names with brackets.
    let encoder = URLFormEncoder(options: options)
    guard let written = try? encoder.encode(strict) else { return nil }
    let wide = URLFormDecoder(options: options, limits: URLFormLimits(maxDepth: 128, maxMembers: 1_000_000))
    do {
      let again = try wide.decode(T.self, from: written)
      guard try encoder.encode(again) == written else {
        return "\(T.self): \(strict) became \(again) by way of \(String(decoding: written, as: UTF8.self))"
      }
    } catch {
      return "\(T.self): \(String(decoding: written, as: UTF8.self)) cannot be read: \(error)"
    }
    return nil
  }

  /// One of 144 spellings. Members are sorted, because dictionaries are not.
  private static func options(_ byte: UInt8) -> URLFormOptions {
    var rest = Int(byte)
    func choose<T>(_ choices: T...) -> T {
      defer { rest /= choices.count }
      return choices[rest % choices.count]
    }
    return URLFormOptions(
      arrays: choose(.repeated, .brackets, .indexed, .separated(by: ",")), nesting: choose(.brackets, .dots, .json),
      keys: choose(.useDefaultKeys, .snakeCase), nils: choose(.omitted, .bareKey, .empty),
      space: choose(.percentEncoded, .plus), sortsKeys: true)
  }

  private struct Members: Codable {
    var t: String?
    var i: Int8?
    var f: Double?
    var b: Bool?
    var d: Date?
    var z: Decimal?
    var u: URL?
    var y: Data?
    var l: [String]
    var n: [[Int]]
    var o: [Int?]
    var m: [Int: [String: Bool]]
    var kW: [Branch]
    var c: Choice?
  }

  private struct Branch: Codable {
    var name: String
    var branches: [Branch]
  }

  private enum Choice: Codable {
    case none
    case one(Int)
    case two(a: String, b: [Branch])
  }
}
