import SwiftSyntax

/// A result with headers in addition to its body: `(todos: [Todo], totalCount: Header<Int>)`.
struct HeaderTupleModel {
  let tuple: TupleTypeSyntax
  let elements: [HeaderTupleElement]

  /// Creates the model of a type; nil for a type that is not a tuple with a `Header<T>`.
  ///
  /// - Parameter names: the `@Name` attributes of the function.
  init?(_ type: TypeSyntax, names: [NameModel] = []) {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count > 1 else { return nil }
    self.tuple = tuple
    self.elements = tuple.elements.enumerated().map { index, element in
      let label = element.firstName.flatMap { $0.text == "_" ? nil : Identifier($0) }
      return HeaderTupleElement(
        syntax: element, index: index, label: label, type: TypeModel(element.type),
        wireName: names.first { $0.parameter == label?.name && $0.wire != nil })
    }
    guard elements.contains(where: \.isHeader) else { return nil }
  }

  var headers: [HeaderTupleElement] { elements.filter(\.isHeader) }

  /// The elements that are not headers. A valid tuple has at most one.
  var bodies: [HeaderTupleElement] { elements.filter { !$0.isHeader } }

  /// The element that is the body; nil for a result that has only headers.
  var body: HeaderTupleElement? { bodies.first }

  /// The type with `T` instead of its alias `Header<T>`. In a scope, `Header` may have another meaning: the attribute of a
  /// parameter.
  var located: LocatedText {
    let texts = elements.map { element -> LocatedText in
      "\(element.syntax.firstName.map { "\($0.text): " } ?? "")\(element.type)"
    }
    return "(\(texts.listed))"
  }
}

/// One element of a result with headers.
struct HeaderTupleElement: ResultPart {
  let syntax: TupleTypeElementSyntax
  let index: Int
  let label: Identifier?
  let type: TypeModel
  let wireName: NameModel?

  var local: String { "__\(index)" }
  var nameNode: Syntax { syntax.firstName.map(Syntax.init) ?? Syntax(syntax.type) }
  var typeNode: TypeSyntax { syntax.type }
}

extension ResultModel {
  /// Returns the result as a tuple with headers; nil for any other result.
  func headerTuple(named names: [NameModel] = []) -> HeaderTupleModel? {
    guard case .value(let type) = self else { return nil }
    return HeaderTupleModel(type, names: names)
  }
}
