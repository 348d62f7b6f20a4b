import Testing

@Suite("Pattern literals")
struct PatternLiteralTests {
  @Test(
    "A literal with syntax of Swift that a rule refuses is an error",
    arguments: [
      (#"(a)\1"#, #"back-references such as `\1` are not supported; remove them"#),
      (#"(?<n>a)\k<n>"#, #"back-references such as `\1` are not supported; remove them"#),
      ("(?>a)b", "atomic groups such as `(?>a)` are not supported; write `(?:`"),
      ("a*+", "possessive quantifiers such as `*+` are not supported; remove the `+`"),
      ("a++b", "possessive quantifiers such as `*+` are not supported; remove the `+`"),
      ("(ab)?+", "possessive quantifiers such as `*+` are not supported; remove the `+`"),
      ("a{2,}+b", "possessive quantifiers such as `*+` are not supported; remove the `+`"),
      ("[a-z&&[aeiou]]", "set operations such as `&&` are not supported; escape the characters"),
      ("[a-z--b]", "set operations such as `--` are not supported; escape the characters"),
      ("[a--b]", "set operations such as `--` are not supported; escape the characters"),
      (#"\x{41}{2}+"#, "possessive quantifiers such as `*+` are not supported; remove the `+`"),
      ("[[:alpha:]]", #"nested sets are not supported; write `\[` for the character"#),
    ])
  func refused(pattern: String, problem: String) {
    let literal = pattern.replacing("\\", with: "\\\\")
    let attributes = "@GET(\"/notes\") @Validate(\"text\", .pattern(#\"\(pattern)\"#))"
    for source in [
      "@Schema struct Note { @Validate(.pattern(\"\(literal)\")) var text: String }",
      "@API protocol Notes: Sendable {\n\(attributes) func a(text: String) async throws\n}",
    ] {
      #expect(Expansion(of: source).messages.map(\.text) == ["\"\(literal)\" cannot be a rule: \(problem)."])
    }
  }

  @Test(
    "A literal that a rule accepts is not refused",
    arguments: [
      "a+?", "a{2,3}?b", #"[a\-\-b]"#, #"\\1"#, "(?:a)+", "(?<name>a)+b", "[+]+", "[(?>]", #"\[a\]\[b"#, "[a-z-]",
      #"\*+"#, "[*+]{1,3}", "(?i)a+", "(?=a)b", #"[\]\[]"#, "a{,}",
      #"\u{41}+"#, #"[\x{20}-\x{39}]+"#,
    ])
  func accepted(pattern: String) {
    let source = "@Schema struct Note { @Validate(.pattern(#\"\(pattern)\"#)) var text: String }"
    #expect(Expansion(of: source).messages == [])
  }
}
