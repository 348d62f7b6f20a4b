import Testing

/// Source, and all messages of the compiler about it.
struct Declaration: Sendable, CustomTestStringConvertible {
  let title: String
  /// The Swift mode of the module.
  let mode: Int
  /// True for errors that the compiler finds only when it generates code.
  let generatesCode: Bool
  /// The source after `import Contract`, which is line 1.
  let source: String
  /// The messages as `line:column error: text`; none is in generated code.
  let messages: [String]

  init(_ title: String, mode: Int = 6, generatesCode: Bool = false, _ source: String, _ messages: [String]) {
    self.title = title
    self.mode = mode
    self.generatesCode = generatesCode
    self.source = source
    self.messages = messages
  }

  var testDescription: String { title }

  static let all: [Declaration] = [
    parameters, types, values, results, paths, kinds, unknownTypes, arguments, names, collisions, patches, tags,
    resultEnums, members, headerTuples, versions, pagedShapes, channels, conditions, words, storage, selfTypes,
    extensions,
  ].flatMap { $0 }
}

@Suite("Declarations")
struct DeclarationTests {
  @Test("Every message is at the token at fault, and no message is in generated code", arguments: Declaration.all)
  func messages(of declaration: Declaration) throws {
    let compilation = try Compilation(
      of: "import Contract\n\(declaration.source)\n", mode: declaration.mode,
      generatesCode: declaration.generatesCode)
    #expect(compilation.messages == declaration.messages)
  }
}
