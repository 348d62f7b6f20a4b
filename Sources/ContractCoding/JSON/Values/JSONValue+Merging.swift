extension JSONValue {
  /// Returns the value after a JSON Merge Patch (RFC 7396): members of the patch replace members of the value, null
  /// removes them, and objects are merged member by member. A patch that is not an object replaces the whole value.
  public func merging(_ patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    let present = object ?? JSONObject()
    var kept: [(String, JSONValue)] = []
    for (name, value) in present {
      switch changes[name] {
      case nil: kept.append((name, value))
      case .null?: break
      case let change?: kept.append((name, value.merging(change)))
      }
    }
    for (name, change) in changes where change != .null && present[name] == nil {
      kept.append((name, JSONValue.null.merging(change)))
    }
    return .object(JSONObject(kept))
  }
}
