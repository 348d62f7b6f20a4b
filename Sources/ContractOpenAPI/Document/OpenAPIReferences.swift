internal import ContractCoding
internal import ContractHTTP

/// The resolution of `$ref` within one document.
///
/// Only references to locations in the document are followed. Nothing is loaded from files or the network.
struct OpenAPIReferences: Sendable {
  private let root: OpenAPINode

  init(_ root: OpenAPINode) { self.root = root }

  /// Returns a reference to a location in its document without percent-encoding (RFC 6901 §6). Other references, and
  /// malformed ones, are unchanged.
  static func decoded(_ reference: String) -> String {
    guard reference.starts(withByte: "#"), reference.contains(byte: "%") else { return reference }
    return PercentEncoding.decode(Array(reference.utf8)[...]) ?? reference
  }

  /// Returns a reference to a location in its document. Only `%` is encoded, so that most references look like their target.
  static func reference(to pointer: String) -> String {
    "#" + pointer.split(atByte: "%", keepsEmpty: true).joined(separator: "%25")
  }

  /// Returns the value that a reference such as `#/components/schemas/Todo` leads to.
  ///
  /// - Parameter pointer: the location of the reference, for errors.
  func target(of reference: String, at pointer: String) throws(OpenAPIDocumentError) -> OpenAPINode {
    guard let fragment = reference.rest(afterBytes: "#") else {
      throw OpenAPIDocumentError(
        "The reference `\(reference)` points outside the document; bundle the document into one file", at: pointer)
    }
    guard let path = PercentEncoding.decode(Array(fragment.utf8)[...]) else {
      throw OpenAPIDocumentError(
        "The reference `\(reference)` is not validly percent-encoded; write `%` in a name as `%25`", at: pointer)
    }
    guard path.isEmpty || path.starts(withByte: "/") else {
      throw OpenAPIDocumentError(
        "The reference `\(reference)` is not a JSON pointer; write it as `#/components/…`", at: pointer)
    }
    guard let value = root.value[pointer: path] else {
      throw OpenAPIDocumentError(
        "The reference `\(reference)` has no target; add the target or correct the name", at: pointer)
    }
    return OpenAPINode(value, at: path)
  }

  /// Returns the value at the end of a chain of references.
  func resolve(_ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPINode {
    var (node, visited) = (node, Set<String>())
    while let link = node["$ref"] {
      guard let reference = link.value.string else {
        throw OpenAPIDocumentError("`$ref` is not a string; write `#/components/…`", at: link.pointer)
      }
      guard visited.insert(node.pointer).inserted else {
        throw OpenAPIDocumentError(
          "The reference `\(reference)` is circular; define its target", at: link.pointer)
      }
      node = try target(of: reference, at: link.pointer)
    }
    return node
  }
}

extension OpenAPIDocument {
  /// Returns the value that a reference such as `#/components/schemas/Todo` leads to.
  ///
  /// - Parameters:
  ///   - reference: a URI reference to a location in this document.
  ///   - pointer: the location of the reference, for errors.
  /// - Throws: ``OpenAPIDocumentError`` if its target is missing or external.
  public func target(of reference: String, at pointer: String) throws(OpenAPIDocumentError) -> OpenAPINode {
    try OpenAPIReferences(root).target(of: reference, at: pointer)
  }

  /// Returns the value at the end of a chain of references; the node itself if it is not a reference.
  ///
  /// Members next to a `$ref` are not merged into the result.
  ///
  /// - Throws: ``OpenAPIDocumentError`` if a reference has no target, is external, or is circular.
  public func resolve(_ node: OpenAPINode) throws(OpenAPIDocumentError) -> OpenAPINode {
    try OpenAPIReferences(root).resolve(node)
  }
}
