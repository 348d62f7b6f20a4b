import ContractCoding
import ContractHTTP

/// Reads bytes as a query member by member, as single parameters of an endpoint are read, and compares the texts with
/// those that the parser of whole queries finds.
enum QueryFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    let index = QueryIndex(bytes[...])
    for member in index.members {
      guard let name = PercentEncoding.decode(index.bytes[member.name], plusIsSpace: true) else { continue }
      guard let first = index.first(name) else { return "`\(name)` is a member and is not found" }
      let values = index.values(name)
      guard values.first.map({ $0.elementsEqual(first.value) }) == true || values.contains(where: { $0 == first.value })
      else {
        return "the first value of `\(name)` is not among all of them"
      }
      guard first.isRepeated == (index.members.filter { decoded($0, index) == name }.count > 1) else {
        return "`\(name)` is repeated or not, and first(_:) says otherwise"
      }
    }
    return compare(index, bytes)
  }

  private static func decoded(_ member: QueryIndex.Member, _ index: QueryIndex) -> String? {
    PercentEncoding.decode(index.bytes[member.name], plusIsSpace: true)
  }

  /// Names without brackets and dots mean the same to both, if all of them are the names of texts.
  private static func compare(_ index: QueryIndex, _ bytes: [UInt8]) -> String? {
    let names = index.members.map { decoded($0, index) }
    guard
      names.allSatisfy({ name in
        name.map { !$0.isEmpty && !$0.utf8.contains(where: Array("[].".utf8).contains) } == true
      })
    else { return nil }
    let texts = index.members.map { PercentEncoding.decode(index.bytes[$0.value], plusIsSpace: true) }
    guard texts.allSatisfy({ $0 != nil }) else { return nil }
    guard
      let parsed = try? URLFormDecoder(limits: URLFormLimits(maxMembers: 1_000_000)).decode(
        [String: [String]].self, from: bytes)
    else { return "the parser refuses what is plain" }
    for name in Set(names.compactMap { $0 }) {
      let found = index.values(name).compactMap { PercentEncoding.decode($0, plusIsSpace: true) }
      if parsed[name] != found { return "`\(name)` is \(found), and to the parser \(parsed[name] ?? [])" }
    }
    return nil
  }
}
