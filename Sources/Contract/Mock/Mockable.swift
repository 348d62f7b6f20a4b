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
  /// Returns the example of a ``Mockable`` type, or the first case of an ``APIResult`` that can be created; nil for any
  /// other type.
  static func of<T>(_ type: T.Type) -> T? {
    if let conforming = T.self as? any Mockable.Type { return conforming.mock as? T }
    guard let result = T.self as? any APIResult.Type else { return nil }
    return firstCase(of: result) as? T
  }

  /// Returns the first case whose body has an example; successes precede redirections.
  private static func firstCase<Result: APIResult>(of type: Result.Type) -> Result? {
    let operation = APIOperation(id: "\(Result.self)", method: .get, path: "/")
    let codec = ResponseCodec<Result>.cases
    let isSuccess = { (element: ResultCase) in element.status.kind == .success }
    for element in codec.results.filter(isSuccess) + codec.results.filter({ !isSuccess($0) }) {
      guard var response = element.example(for: operation) else { continue }
      response.status = element.status
      let result = HeaderExample.result(of: response, element.headers) { try codec.decode($0, operation) }
      if let result { return result }
    }
    return nil
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
