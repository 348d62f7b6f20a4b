/// Why a call failed, as one type: a failure that the contract declares, or anything else.
///
/// A function of a contract throws it where callers should handle every failure without casts:
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
/// The declared type needs no `@Throws`. A service throws `.declared(.notFound)`, and any other error as
/// `CallFailure(error)`, which a server answers as it would answer the error itself.
public enum CallFailure<Declared: APIFailure>: Error {
  /// A failure that the contract declares.
  case declared(Declared)
  /// Everything else; see ``ClientError``.
  case other(ClientError)

  /// The failure that `error` is. An error of another type becomes the cause of a ``ClientError``.
  public init(_ error: any Error) {
    switch error {
    case let failure as CallFailure: self = failure
    case let failure as Declared: self = .declared(failure)
    case let failure as ClientError: self = .other(failure)
    default: self = .other(ClientError(carrying: error))
    }
  }
}

/// An error that stands for another one.
protocol ErrorWrapper: Error {
  /// The error that it stands for.
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
