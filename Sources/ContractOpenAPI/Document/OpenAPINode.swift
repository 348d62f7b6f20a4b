public import ContractCoding

/// A value of a document with its location.
public struct OpenAPINode: Sendable, Hashable {
  /// The value.
  public let value: JSONValue
  /// The JSON pointer of the value (RFC 6901); empty for the root.
  public let pointer: String

  /// Creates a node.
  public init(_ value: JSONValue, at pointer: String) {
    self.value = value
    self.pointer = pointer
  }

  /// The member with a name; nil if absent, or if the value is not an object.
  public subscript(name: String) -> OpenAPINode? {
    value[name].map { OpenAPINode($0, at: place(of: name)) }
  }

  /// The element at an index; nil if there is none, or if the value is not an array.
  public subscript(index: Int) -> OpenAPINode? {
    value[index].map { OpenAPINode($0, at: "\(pointer)/\(index)") }
  }

  /// The members of an object, in order; empty if the value is not an object.
  public var members: [(name: String, node: OpenAPINode)] {
    (value.object ?? JSONObject()).map { member in
      (member.name, OpenAPINode(member.value, at: place(of: member.name)))
    }
  }

  /// Returns the pointer of a member.
  private func place(of name: String) -> String {
    // Few names have characters that must be escaped.
    let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    return "\(pointer)/\(isPlain ? name : JSONPointer.token(name))"
  }

  /// The elements of an array, in order; empty if the value is not an array.
  public var elements: [OpenAPINode] {
    (value.array ?? []).enumerated().map { OpenAPINode($1, at: "\(pointer)/\($0)") }
  }

  // MARK: - Reading

  /// Returns the string of a member; nil if absent.
  ///
  /// - Throws: ``OpenAPIDocumentError`` for a member that is not a string.
  func text(_ name: String) throws(OpenAPIDocumentError) -> String? {
    guard let node = self[name] else { return nil }
    guard let text = node.value.string else {
      throw OpenAPIDocumentError("`\(name)` is not a string; write it in quotes", at: node.pointer)
    }
    return text
  }

  /// Returns the Boolean of a member; nil if absent.
  ///
  /// - Throws: ``OpenAPIDocumentError`` for a member that is not a Boolean.
  func flag(_ name: String) throws(OpenAPIDocumentError) -> Bool? {
    guard let node = self[name] else { return nil }
    guard let flag = node.value.bool else {
      throw OpenAPIDocumentError("`\(name)` is not a Boolean; write true or false", at: node.pointer)
    }
    return flag
  }

  /// Returns the members of the object that is the value of a member; empty if the member is absent.
  ///
  /// - Throws: ``OpenAPIDocumentError`` for a member that is not an object.
  func members(of name: String) throws(OpenAPIDocumentError) -> [(name: String, node: OpenAPINode)] {
    guard let node = self[name] else { return [] }
    guard node.value.object != nil else {
      throw OpenAPIDocumentError("`\(name)` is not an object", at: node.pointer)
    }
    return node.members
  }

  /// Returns the elements of the array that is the value of a member; empty if the member is absent.
  ///
  /// - Throws: ``OpenAPIDocumentError`` for a member that is not an array.
  func elements(of name: String) throws(OpenAPIDocumentError) -> [OpenAPINode] {
    guard let node = self[name] else { return [] }
    guard node.value.array != nil else {
      throw OpenAPIDocumentError("`\(name)` is not an array", at: node.pointer)
    }
    return node.elements
  }
}
