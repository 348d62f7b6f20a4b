internal import ContractHTTP

/// The text of JSON Pointers (RFC 6901), which name a place in a document: `/owner/name`.
package enum JSONPointer {
  /// A name as one reference token, with `~` and `/` escaped (RFC 6901 §3).
  package static func token(_ name: String) -> String {
    name.replacingBytes("~", with: "~0").replacingBytes("/", with: "~1")
  }

  /// The names and indices on the way; none for the whole document, which is the empty text.
  package static func steps(of pointer: String) -> [String] {
    pointer.split(atByte: "/", keepsEmpty: true).dropFirst()
      .map { $0.replacingBytes("~1", with: "/").replacingBytes("~0", with: "~") }
  }
}
