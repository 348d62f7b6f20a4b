internal import ContractClient

/// Checks of handwritten and edited fixtures. A member that no reader knows would otherwise be ignored silently.
extension JSONDocument.Node {
  /// Checks that the value is an object of known members, each at most once.
  ///
  /// - Parameters:
  ///   - object: The name of the object, for errors.
  ///   - names: The known members.
  ///   - path: The path of the file.
  func checkMembers(of object: String, among names: [String], _ path: String) throws(FixtureError) {
    guard kind == .object else { throw FixtureError(path, "has a `\(object)` that is not an object") }
    var known: Set<String> = []
    for (name, _) in members {
      guard names.contains(name) else {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        throw FixtureError(path, "has an unknown member `\(name)` in `\(object)`; use \(list)")
      }
      guard known.insert(name).inserted else {
        throw FixtureError(path, "has several members `\(name)` in `\(object)`; keep one")
      }
    }
  }

  /// Returns the strings of the array in a member; empty if it is absent.
  ///
  /// - Parameters:
  ///   - object: The name of the object, for errors.
  ///   - path: The path of the file.
  func strings(_ name: String, of object: String, _ path: String) throws(FixtureError) -> [String] {
    guard let list = member(name) else { return [] }
    let strings = list.elements.compactMap(\.string)
    guard list.kind == .array, strings.count == list.count else {
      throw FixtureError(path, "has a `\(name)` in `\(object)` that is not an array of strings")
    }
    return strings
  }
}
