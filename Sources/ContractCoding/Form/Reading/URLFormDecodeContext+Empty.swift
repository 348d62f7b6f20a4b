/// The decoding of an empty value, which HTML forms send for fields left blank: `k=`.
extension URLFormDecodeContext {
  /// Returns true when a value is decoded as nil for an optional of the type: an absent value, nil, or an empty string
  /// that is not a value of the type.
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool {
    isNull(index) || emptyText(at: index) != nil && (try? decode(T.self, at: index)) == nil
  }

  /// Returns true for nil or an empty string that is not a value of the type.
  func isBlank<T: Decodable>(_ type: T.Type, at index: Int) -> Bool {
    (isNull(index) || emptyText(at: index) != nil) && (try? decode(T.self, at: index)) == nil
  }

  /// Returns the value of an empty string for an optional, an array or a set: nil, or the empty array or set. Returns no value
  /// if the string is itself a value or an element, and for all other types.
  func nothing<T>(_ type: T.Type, at index: Int) -> T? {
    guard let text = emptyText(at: index), let type = T.self as? any EmptiableFormValue.Type,
      !type.takes(text, in: self)
    else { return nil }
    return type.nothing as? T
  }

  /// Returns the node of an empty string that is the only value, `k=` or `k[]=`; otherwise nil.
  func emptyText(at index: Int) -> Int? {
    let node = node(index)
    switch node.kind {
    case .raw(let range): return range.isEmpty ? index : nil
    case .branch where node.elements.count == 1 && node.members.isEmpty: return emptyText(at: node.elements[0])
    case .branch, .text, .null, .absent: return nil
    }
  }
}

/// A decoder of a value that a form may have left blank.
package protocol BlankDecoding {
  /// Returns true for a blank value that is not a value of the type. Records no failures.
  func isBlank<T: Decodable>(_ type: T.Type) -> Bool
}

extension URLFormValueDecoder: BlankDecoding {
  package func isBlank<T: Decodable>(_ type: T.Type) -> Bool { context.isBlank(T.self, at: index) }
}

extension CollectingDecoder: BlankDecoding {
  package func isBlank<T: Decodable>(_ type: T.Type) -> Bool { collector.context.isBlank(T.self, at: index) }
}

/// A type with an empty value.
private protocol EmptiableFormValue {
  static var nothing: Self { get }

  /// Returns true when the string at a node is a value or an element.
  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool
}

/// An array or a set.
protocol FormList {
  /// Returns true when the string at a node is an element.
  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool
}

extension Optional: EmptiableFormValue where Wrapped: Decodable {
  static var nothing: Wrapped? { nil }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.isNull(index) || (try? context.decode(Wrapped.self, at: index)) != nil
  }
}

extension Array: FormList, EmptiableFormValue where Element: Decodable {
  static var nothing: [Element] { [] }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.takes(index, as: Element.self)
  }
}

extension Set: FormList, EmptiableFormValue where Element: Decodable {
  static var nothing: Set<Element> { [] }

  static func takes(_ index: Int, in context: URLFormDecodeContext) -> Bool {
    context.takes(index, as: Element.self)
  }
}

extension URLFormDecodeContext {
  /// Returns true when the string at a node is an element of the type. A nil element counts only if the options encode
  /// nil in this way.
  fileprivate func takes<Element: Decodable>(_ index: Int, as type: Element.Type) -> Bool {
    if let type = Element.self as? any EmptiableFormValue.Type { return type.takes(index, in: self) }
    return (try? decode(Element.self, at: index)) != nil
  }
}
