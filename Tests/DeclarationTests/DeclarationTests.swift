import Testing

/// Source, and all messages of the compiler about it.
struct Declaration: Sendable, CustomTestStringConvertible {
  let title: String
  /// The Swift mode of the module.
  let mode: Int
  /// The source after `import Contract`, which is line 1.
  let source: String
  /// The messages as `line:column error: text`; none is in generated code.
  let messages: [String]

  init(_ title: String, mode: Int = 6, _ source: String, _ messages: [String]) {
    self.title = title
    self.mode = mode
    self.source = source
    self.messages = messages
  }

  var testDescription: String { title }

  static let all =
    parameters + types + values + results + paths + kinds + unknownTypes + arguments + names + collisions
    + patches + tags
}

@Suite("Declarations")
struct DeclarationTests {
  @Test("Every message is at the wrong word, and none in generated code", arguments: Declaration.all)
  func messages(of declaration: Declaration) throws {
    let compilation = try Compilation(of: "import Contract\n\(declaration.source)\n", mode: declaration.mode)
    #expect(compilation.messages == declaration.messages)
  }
}
