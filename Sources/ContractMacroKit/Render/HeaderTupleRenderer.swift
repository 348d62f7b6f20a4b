/// A renderer of the codec of a result with headers.
struct HeaderTupleRenderer {
  let result: HeaderTupleModel
  /// The type of the result.
  let response: LocatedText

  /// Adds the constant `__codec`.
  func render(into writer: inout SourceWriter) {
    writer.bodyCodec(result.body?.type)
    let headers = ResultHeaderRenderer.list(result.headers)
    // The alias is a separate statement, because the next statement cannot contain a directive.
    writer.line("typealias __Result = \(response)" as LocatedText)
    writer.line("let __codec: Contract::ResponseCodec<__Result> =")
    writer.indented { writer in
      writer.line(".withHeaders(__value, \(headers)) { __result, __headers in")
      writer.indented { writer in
        for header in result.headers {
          ResultHeaderRenderer.encode(header, "__result.\(header.index)", with: "__headers", into: &writer)
        }
        writer.line("return \(result.body.map { "__result.\($0.index)" } ?? "Contract::Empty()")")
      }
      writer.line("} decode: { __value, __headers in")
      writer.indented { writer in
        ResultHeaderRenderer.decode(result.headers, from: "__headers", into: &writer)
        let elements = result.elements.map { element in
          (element.label.map { "\($0.label): " } ?? "") + (element.isHeader ? element.local : "__value")
        }
        writer.list("return (", elements, ")")
      }
      writer.line("}")
    }
  }
}

extension SourceWriter {
  /// Adds the constant `__value`, the codec of a body. An error of the type is shown at the user's word.
  mutating func bodyCodec(_ type: TypeModel?) {
    guard let type else { return line("let __value = Contract::ResponseCodec<Contract::Empty>.empty") }
    line("let __type = \(type.located(type.metatype))" as LocatedText)
    line("let __value = Contract::ResultBody\(".codec(__type)", at: type.anchor, offset: 1)" as LocatedText)
  }
}
