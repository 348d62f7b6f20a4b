/// The fixed part of a file, which depends only on options and not on the document.
struct TypeScriptRuntime {
  let options: TypeScriptOptions
  let shapes: TypeScriptShapes
  /// The names of components in the document's order.
  let order: [String]
  /// True if an operation opens a WebSocket. Other files contain no code for channels.
  let hasChannels: Bool

  /// Writes the fixed part and the table of shapes.
  ///
  /// - Parameter tables: writes further tables of the document.
  func write(to text: inout TypeScriptText, tables: (inout TypeScriptText) -> Void) {
    text.line(Self.errors)
    if hasChannels { text.line(Self.channelTypes) }
    text.line("\n// The rest of the file sends requests, and converts values to JSON and back.\n")
    tables(&text)
    text.line()
    let converted = order.filter { shapes.converted.contains($0) }
    text.comment(["The members of components that have another form in JSON."])
    if converted.isEmpty {
      text.line("const shapes: { readonly [type: string]: WireShape } = {};")
    } else {
      text.block("const shapes: { readonly [type: string]: WireShape } = {", "};") { text in
        for name in converted {
          guard let type = shapes.components[name], let shape = shapes.shape(type) else { continue }
          let key = TypeScriptText.key(name)
          text.line("\(key): \(shape.text(as: name, column: key.utf8.count + 4)),")
        }
      }
    }
    let parts = [
      descriptions, caller, requests, sequences, ParameterScript.typed, Self.values, Self.responses, Self.streams,
    ]
    for part in parts + (hasChannels ? [messages] : []) + [json] { text.line("\n" + part) }
  }
}
