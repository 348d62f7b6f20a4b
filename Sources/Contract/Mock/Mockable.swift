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
