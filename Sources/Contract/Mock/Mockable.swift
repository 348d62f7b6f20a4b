/// A type with an example, which mocks with ``MockPolicy/examples`` answer, and clients in an environment of mocks.
///
/// ```swift
/// extension Todo: Mockable {
///   static var mock: Todo { Todo(id: 7, title: "Buy milk") }
/// }
/// ```
public protocol Mockable: SendableMetatype {
  /// The example.
  static var mock: Self { get }
}

/// Finds examples of types that are ``Mockable`` as far as the program knows.
enum MockExample {
  /// The example of a type; nil without one.
  static func of<T>(_ type: T.Type) -> T? {
    guard let conforming = T.self as? any Mockable.Type else { return nil }
    return conforming.mock as? T
  }
}

extension Array: Mockable where Element: Mockable {
  /// One example.
  public static var mock: [Element] { [Element.mock] }
}

extension Optional: Mockable where Wrapped: Mockable {
  /// The example.
  public static var mock: Wrapped? { Wrapped.mock }
}

extension Empty: Mockable {
  /// The one value.
  public static var mock: Empty { Empty() }
}
