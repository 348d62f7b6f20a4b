internal import ContractClient

/// Checks of handwritten and edited fixtures. A member that no reader knows would otherwise be ignored silently.
extension JSONDocument.Node {
  /// Checks that the value is an object of known members, each at most once.
  ///
  /// - Parameters:
  ///   - place: The name of the value, for errors.
  ///   - names: The known members.
  ///   - path: The path of the file.
  func checkMembers(of place: String, among names: [String], _ path: String) throws(FixtureError) {
    guard kind == .object else { throw FixtureError(path, "has a `\(place)` that is not an object") }
    var known: Set<String> = []
    for (name, _) in members {
      guard names.contains(name) else {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        throw FixtureError(path, "has an unknown member `\(name)` in `\(place)`; use \(list)")
      }
      guard known.insert(name).inserted else {
        throw FixtureError(path, "has several members `\(name)` in `\(place)`; keep one")
      }
    }
  }

  /// Returns the strings of the array in a member; empty if it is absent.
  ///
  /// - Parameters:
  ///   - place: The name of the value, for errors.
  ///   - path: The path of the file.
  func strings(_ name: String, of place: String, _ path: String) throws(FixtureError) -> [String] {
    guard let list = member(name) else { return [] }
    let strings = list.elements.compactMap(\.string)
    guard list.kind == .array, strings.count == list.count else {
      throw FixtureError(path, "has a `\(name)` in `\(place)` that is not an array of strings")
    }
    return strings
  }
}
