internal import ContractCoding

/// A code that tells a declared failure from others: a JSON string, number or boolean.
///
/// ```swift
/// FailureCase(code: "notFound", status: .notFound)
/// FailureCase(code: 3, status: .badRequest)
/// ```
///
/// Codes of different kinds differ: `3` is not `"3"`.
public enum FailureCode: Hashable, Sendable {
  /// A string.
  case string(String)
  /// An integer; `3.0` in JSON text is the number 3.
  case number(Int)
  /// `true` or `false`.
  case boolean(Bool)

  /// The code that a JSON value is; nil for values of other kinds and for numbers that are not integers.
  init?(_ node: JSONDocument.Node) {
    if let string = node.string {
      self = .string(string)
    } else if let number = node.integer() {
      self = .number(number)
    } else if let boolean = node.bool {
      self = .boolean(boolean)
    } else {
      return nil
    }
  }

  func write(into writer: inout JSONWriter) {
    switch self {
    case .string(let string): writer.write(string)
    case .number(let number): writer.write(number)
    case .boolean(let boolean): writer.write(boolean)
    }
  }
}

extension FailureCode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A code that is a string.
  public init(stringLiteral string: String) { self = .string(string) }

  /// A code that is a number.
  public init(integerLiteral number: Int) { self = .number(number) }

  /// A code that is a boolean.
  public init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
}

extension FailureCode: CustomStringConvertible {
  /// The code without quotation marks, such as `notFound` or `3`.
  public var description: String {
    switch self {
    case .string(let string): string
    case .number(let number): "\(number)"
    case .boolean(let boolean): "\(boolean)"
    }
  }
}
