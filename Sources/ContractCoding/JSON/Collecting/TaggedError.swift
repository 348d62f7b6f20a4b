/// An error thrown into a type's code, with a tag that identifies it when the code rethrows it.
struct TaggedError {
  /// The error with its tag, which only a `DecodingError` can have.
  let error: any Error
  /// The function that explores the part whose error this is. It receives the collector as an argument to avoid a
  /// reference cycle.
  let resolve: (FailureCollector) -> Void
  private let id: Int

  private struct Tag: Error {
    let id: Int
  }

  init(_ error: any Error, id: Int, resolve: @escaping (FailureCollector) -> Void) {
    self.error = Self.tag(error, with: id)
    self.id = id
    self.resolve = resolve
  }

  /// Returns true if an error from a type's code is this one. An error without a tag is recognized by its type.
  func isRethrown(as other: any Error) -> Bool {
    if let other = Self.tag(of: other) { return other == id }
    return Self.tag(of: error) == nil && type(of: other) == type(of: error)
  }

  private static func tag(_ error: any Error, with id: Int) -> any Error {
    func tagged(_ context: DecodingError.Context) -> DecodingError.Context {
      .init(codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: Tag(id: id))
    }
    switch error as? DecodingError {
    case .typeMismatch(let type, let context)?: return DecodingError.typeMismatch(type, tagged(context))
    case .valueNotFound(let type, let context)?: return DecodingError.valueNotFound(type, tagged(context))
    case .keyNotFound(let key, let context)?: return DecodingError.keyNotFound(key, tagged(context))
    case .dataCorrupted(let context)?: return DecodingError.dataCorrupted(tagged(context))
    default: return error
    }
  }

  private static func tag(of error: any Error) -> Int? {
    ((error as? DecodingError)?.context?.underlyingError as? Tag)?.id
  }
}
