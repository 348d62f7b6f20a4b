internal import ContractCoding

/// The code of a declared failure: a JSON string, number or boolean.
///
/// ```swift
/// FailureCase(code: "notFound", status: .notFound)
/// FailureCase(code: 3, status: .badRequest)
/// ```
///
/// Codes of different kinds are different: `3` is not `"3"`.
public enum FailureCode: Hashable, Sendable {
  /// A string.
  case string(String)
  /// An integer; the JSON number `3.0` equals 3.
  case number(Int)
  /// `true` or `false`.
  case boolean(Bool)

  /// Creates a code from a JSON value; nil unless it is a string, an integer or a boolean.
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
  /// Creates a string code.
  public init(stringLiteral string: String) { self = .string(string) }

  /// Creates an integer code.
  public init(integerLiteral number: Int) { self = .number(number) }

  /// Creates a boolean code.
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
