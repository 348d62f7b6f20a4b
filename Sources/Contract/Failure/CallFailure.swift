/// The error of a call as one type: a failure that the contract declares, or any other error.
///
/// Declare this error on a contract's function to let callers handle every failure without casts:
///
/// ```swift
/// @GET("/todos/:id") func todo(id: Int) async throws(CallFailure<TodoError>) -> Todo
///
/// do {
///   print(try await todos.todo(id: 7))
/// } catch {
///   switch error {
///   case .declared(.notFound): print("no such todo")
///   case .declared(.taken(let name, _)): print("\(name) is taken")
///   case .other(let error): print("the call failed: \(error)")
///   }
/// }
/// ```
///
/// The declared type needs no `@Throws`. A service throws `.declared(.notFound)`. It wraps any other error in
/// `CallFailure(error)`, and the server responds as it would to the error itself.
public enum CallFailure<Declared: APIFailure>: Error {
  /// A failure that the contract declares.
  case declared(Declared)
  /// Any other error; see ``ClientError``.
  case other(ClientError)

  /// Creates the failure for `error`. An error of another type becomes the cause of a ``ClientError``.
  public init(_ error: any Error) {
    switch error {
    case let failure as CallFailure: self = failure
    case let failure as Declared: self = .declared(failure)
    case let failure as ClientError: self = .other(failure)
    default: self = .other(ClientError(carrying: error))
    }
  }
}

/// An error that wraps another error.
protocol ErrorWrapper: Error {
  /// The wrapped error.
  var wrapped: any Error { get }
}

extension CallFailure: ErrorWrapper {
  var wrapped: any Error {
    switch self {
    case .declared(let failure): failure
    case .other(let error): error.carriesCause ? error.cause ?? error : error
    }
  }
}
