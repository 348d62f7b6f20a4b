internal import ContractHTTP

/// Conversions of JSON Pointers (RFC 6901), such as `/owner/name`.
package enum JSONPointer {
  /// Returns a name as a reference token, with `~` and `/` escaped (RFC 6901 §3).
  package static func token(_ name: String) -> String {
    name.replacingBytes("~", with: "~0").replacingBytes("/", with: "~1")
  }

  /// Returns the pointer with these unescaped reference tokens.
  package static func text(of steps: some Sequence<String>) -> String { steps.map { "/" + token($0) }.joined() }

  /// Returns the unescaped reference tokens; empty for the whole document, whose pointer is the empty string.
  package static func steps(of pointer: String) -> [String] {
    pointer.split(atByte: "/", keepsEmpty: true).dropFirst()
      .map { $0.replacingBytes("~1", with: "/").replacingBytes("~0", with: "~") }
  }
}
