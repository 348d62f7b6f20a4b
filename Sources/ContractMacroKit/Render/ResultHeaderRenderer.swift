/// A renderer of the description and the coding of a result's headers.
enum ResultHeaderRenderer {
  /// Returns the descriptions as an expression.
  static func list(_ headers: [some ResultPart]) -> String {
    let lines = headers.map { header in
      let type = header.type.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "header\(header.input.isRequired ? "" : "?") \(header.headerName): \(type)"
    }
    return "Contract::InputDescription.list(\(lines.joined(separator: "\n").literal))"
  }

  /// Writes the statement that encodes a header.
  ///
  /// - Parameter value: the expression of its value.
  static func encode(
    _ header: some ResultPart, _ value: String, with encoder: String, into writer: inout SourceWriter
  ) {
    if let function = header.input.frequentEncoder {
      return writer.line("\(encoder).\(function)(.header, \(header.headerName.literal), \(value))")
    }
    let word = header.type.anchor
    let call = ".value(.header, \(header.headerName.literal), \(value))"
    // `() =` excludes the overloads for objects, which return a value and are not allowed for a header.
    writer.line("\(word == nil ? "" : "() = ")try \(encoder)\(call, at: word, offset: 1)" as LocatedText)
  }

  /// Writes the statements that decode headers into local variables. They return nil after the failure of a header
  /// whose decoder function has no placeholder.
  static func decode(_ headers: [some ResultPart], from decoder: String, into writer: inout SourceWriter) {
    guard !headers.isEmpty else { return }
    for header in headers {
      let function = header.input.frequentDecoder
      let arguments: [LocatedText] =
        [".header", LocatedText(header.headerName.literal)]
        + (function == nil ? ["as: \(header.type.located(header.type.metatype))"] : [])
      writer.list("let \(header.local) = \(decoder).\(function ?? "value")(" as LocatedText, arguments, ")")
    }
    let bindings = headers.filter { !$0.input.isAlwaysDecoded }.map { "let \($0.local)" }
    if !bindings.isEmpty { writer.line("guard \(bindings.joined(separator: ", ")) else { return nil }") }
  }
}
