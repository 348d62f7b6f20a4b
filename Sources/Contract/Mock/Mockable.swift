/// A type with an example, which mocks return under ``MockPolicy/examples`` and in a client's mock environment.
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

/// A lookup of examples by type at run time.
enum MockExample {
  /// Returns the example of a type; nil if it is not ``Mockable``.
  static func of<T>(_ type: T.Type) -> T? {
    guard let conforming = T.self as? any Mockable.Type else { return nil }
    return conforming.mock as? T
  }
}

extension Array: Mockable where Element: Mockable {
  /// An array with one example.
  public static var mock: [Element] { [Element.mock] }
}

extension Optional: Mockable where Wrapped: Mockable {
  /// The example of the wrapped type.
  public static var mock: Wrapped? { Wrapped.mock }
}

extension Empty: Mockable {
  /// The only value.
  public static var mock: Empty { Empty() }
}
