/// What the empty text of a name is, as HTML forms send it for a field that nobody has filled in: `k=`.
extension URLFormDecodeContext {
  /// True for what reads as nil where an optional of the type is wanted: nothing, nil, and an empty text of which the type
  /// makes no value.
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool {
    isNull(index) || emptyText(at: index) != nil && (try? decode(T.self, at: index)) == nil
  }

  /// The nil, or the array or set without elements, that an empty text is; nil where it is a value, or an element, and for
  /// every other type.
  func nothing<T>(_ type: T.Type, at index: Int) -> T? {
    guard let text = emptyText(at: index), let type = T.self as? any EmptiableFormValue.Type,
      !type.takes(text, in: self)
    else { return nil }
    return type.nothing as? T
  }

  /// The place of the empty text that is all there is at a place, `k=` or `k[]=`; nil when there is anything else.
  private func emptyText(at index: Int) -> Int? {
    let node = node(index)
    switch node.kind {
    case .raw(let range): return range.isEmpty ? index : nil
    case .branch where node.elements.count == 1 && node.members.isEmpty: return emptyText(at: node.elements[0])
    case .branch, .text, .null, .absent: return nil
    }
  }
}

/// A type with a value for nothing at all.
private protocol EmptiableFormValue {
  static var nothing: Self { get }

  /// True when the empty text at a place is a value or an element.
  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool
}

extension Optional: EmptiableFormValue where Wrapped: Decodable {
  static var nothing: Wrapped? { nil }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.isNull(index) || (try? context.decode(Wrapped.self, at: index)) != nil
  }
}

extension Array: EmptiableFormValue where Element: Decodable {
  static var nothing: [Element] { [] }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.takes(index, as: Element.self)
  }
}

extension Set: EmptiableFormValue where Element: Decodable {
  static var nothing: Set<Element> { [] }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.takes(index, as: Element.self)
  }
}

extension URLFormDecodeContext {
  /// True when the empty text at a place is an element of the type. One that is nil counts only where the options write nil
  /// so.
  fileprivate func takes<Element: Decodable>(_ index: Int, as type: Element.Type) -> Bool {
    if let type = Element.self as? any EmptiableFormValue.Type { return type.takes(index, in: self) }
    return (try? decode(Element.self, at: index)) != nil
  }
}
