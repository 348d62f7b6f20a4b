import SwiftSyntax

/// One value of a result that has a body and headers: an associated value of a case, or an element of a tuple.
protocol ResultPart {
  /// The label as written; nil if there is none.
  var label: Identifier? { get }
  var type: TypeModel { get }
  /// The name of the variable in generated code.
  var local: String { get }
  /// The `@Name` of the header.
  var wireName: NameModel? { get }
  /// The node for errors about the value's name.
  var nameNode: Syntax { get }
  /// The type as written.
  var typeNode: TypeSyntax { get }
}

extension ResultPart {
  var wireName: NameModel? { nil }

  /// True for `Header<T>`.
  var isHeader: Bool { type.wrapper == .header }

  /// The name of the header.
  var headerName: String {
    wireName?.wire ?? label.map { $0.isRaw ? $0.name : HeaderName.capitalKebab($0.name) } ?? ""
  }

  /// The header as an input of generated code.
  var input: InputModel {
    InputModel(
      kind: .header, name: Identifier(local), type: type, key: headerName,
      isExact: wireName != nil || label?.isRaw == true, defaultValue: nil,
      isRequired: !type.isOptional && !type.isArray, storage: local)
  }
}
