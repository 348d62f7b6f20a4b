// Enumerations with `@Tagged(.key)`, in whose object the key names the case.

extension SchemaReader {
  /// Closes the object of an enumeration whose case is the key, which has exactly one known member.
  ///
  /// - Returns: true when no failure occurred. Otherwise the failure is in the case. If there is not exactly one case,
  ///   the failure is that of the unknown member or of the whole value; the latter lists the known names.
  public mutating func endKeyed(_ object: SchemaObject) -> Bool {
    if object.seen.nonzeroBitCount == 1, object.table.pointee.count <= 64 { return endObject(object) }
    depth += 1
    return finishKeyed(object)
  }

  /// Returns to the start of an object without a known member, which is then read as another type.
  ///
  /// - Returns: false, without an effect, for an object with known members.
  public mutating func rereads(_ object: SchemaObject) -> Bool {
    guard !isBroken, object.seen == 0 else { return false }
    if object.table.pointee.count > 64 {
      let extras = createdExtras()
      guard extras.wide[object.wide...].allSatisfy({ $0 == 0 }) else { return false }
      extras.wide.removeSubrange(object.wide...)
    }
    next = object.start
    depth += 1
    return true
  }

  @inline(never)
  private mutating func finishKeyed(_ object: SchemaObject) -> Bool {
    let cases = countCases(object)
    if cases == 1 { return finish(object) }
    guard !isBroken else { return false }
    let names = object.table.pointee.names
    guard cases == 0 else {
      refuse(object.start, .invalid, .text(KeyedCase.several(names)))
      return false
    }
    let end = next
    next = object.start
    guard var members = beginDictionary(JSONObject.self) else { return false }
    if nextName(&members) != nil {
      skipSpace()
      refuse(next, .invalid, .text(KeyedCase.unknown(names)))
    } else {
      refuse(object.start, .invalid, .text(KeyedCase.none(names)))
    }
    next = end
    depth += 1
    return false
  }
}

// MARK: - Codable

/// The expected values in failures of objects whose key names a case.
enum KeyedCase {
  static func none(_ names: [String]) -> String { "an object with a member " + list(names) }
  static func several(_ names: [String]) -> String { "an object with only one member " + list(names) }
  static func unknown(_ names: [String]) -> String { "a member " + list(names) }

  /// `named "a", "b" or "c"`.
  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard quoted.count > 1, let last = quoted.last else { return "named " + quoted.joined() }
    return "named " + quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The cause of an error about the key of an enumeration.
struct UnknownKey: Error {
  /// The known keys, before any key mapping.
  let keys: [any CodingKey]
  /// Returns the expected value for encoded names.
  let expected: @Sendable ([String]) -> String
}

extension KeyedDecodingContainer where Key: CaseIterable {
  /// Returns the key that names the case of an enumeration with `@Tagged(.key)`; nil for an object without a known one.
  /// Called by generated code.
  ///
  /// - Throws: `DecodingError` if there are several known keys.
  public func _contractKeyIfKnown() throws -> Key? {
    let keys = allKeys
    guard keys.count > 1 else { return keys.first }
    throw unknownKey(at: codingPath, KeyedCase.several)
  }

  /// Returns the key that names the case of an enumeration with `@Tagged(.key)`. Called by generated code.
  ///
  /// - Throws: `DecodingError` with the known keys if there is not exactly one.
  public func _contractKey(in decoder: any Decoder) throws -> Key {
    if let key = try _contractKeyIfKnown() { return key }
    guard let other = try decoder.container(keyedBy: SchemaTagKey.self).allKeys.first else {
      throw unknownKey(at: codingPath, KeyedCase.none)
    }
    throw unknownKey(at: codingPath + [other], KeyedCase.unknown)
  }

  private func unknownKey(
    at path: [any CodingKey], _ expected: @escaping @Sendable ([String]) -> String
  ) -> DecodingError {
    let keys = Array(Key.allCases)
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "Expected \(expected(keys.map(\.stringValue))).",
        underlyingError: UnknownKey(keys: keys, expected: expected)))
  }
}
