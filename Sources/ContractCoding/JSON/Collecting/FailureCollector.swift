/// A collector of all failures in a value, which decodes the value repeatedly.
///
/// A value that cannot be decoded is decoded again with a decoder that reads each of its parts strictly. The part whose
/// error reaches the collector is explored in the same way, so that the failures in it are recorded. Then a placeholder
/// replaces it, and the value is decoded again up to the next error. An error that the type itself catches, as in `try?
/// … ?? …`, is not recorded.
///
/// Only failures are kept. The work is bounded: each part costs steps, and collecting ends after the last step or after
/// ``maxFailures``.
final class FailureCollector {
  /// The maximum number of failures.
  static let maxFailures = 100

  let context: any CollectableContext
  let placeholders: PlaceholderSource
  private(set) var failures: [CodingFailure] = []

  private var known: Set<CodingFailure> = []
  private var steps: Int
  /// The known results of parts of the values in progress.
  private var outcomes: [Part: Outcome] = [:]
  /// The pointers of the parts that could not be decoded.
  private var failed: Set<String> = []
  /// The indices of the values that are not the objects or arrays that their types need.
  private var emptied: Set<Int> = []
  /// The last error thrown into a type's code.
  private var thrown: TaggedError?
  private var lastID = 0

  /// A value in the document, decoded as a type.
  struct Part: Hashable {
    /// The index of the value, or of the container in which it is missing.
    let index: Int
    /// The last step of the path to a missing value.
    var missing: JSONPath?
    let type: ObjectIdentifier
  }

  /// The kind of value that a type requests from its decoder without naming a type. The raw value is for messages.
  enum Kind: String {
    case object, array
    case any = "a value"

    /// The type that stands for the kind in a ``Part``.
    var partType: ObjectIdentifier {
      switch self {
      case .object: ObjectIdentifier([String: Never].self)
      case .array: ObjectIdentifier([Never].self)
      case .any: ObjectIdentifier(Never?.self)
      }
    }
  }

  private enum Outcome {
    /// The value or a placeholder, in a `Box`.
    case value(AnyObject)
    /// Neither a value nor a placeholder.
    case none
  }

  /// The error thrown into a type's code when a part has neither a value nor a placeholder, or when no steps are left.
  struct Stop: Error {}

  init(context: any CollectableContext) {
    self.context = context
    placeholders = PlaceholderSource(userInfo: context.userInfo)
    steps = 200_000 + 3 * context.weight(of: 0)
  }

  /// True when collecting must end.
  var isExhausted: Bool {
    steps <= 0 || failures.count >= Self.maxFailures
  }

  func spend(_ count: Int = 1) {
    steps -= count
  }

  func record(_ failure: CodingFailure) {
    if failures.count < Self.maxFailures, known.insert(failure).inserted { failures.append(failure) }
  }

  // MARK: - Values

  /// Records the failures of a value that could not be decoded. Returns a value with placeholders if possible.
  func explore<T: Decodable>(_ type: T.Type, at index: Int, in level: CollectingLevel?) -> T? {
    do throws(CollectedFault) {
      if let value = try context.collectScalar(T.self, at: index) { return value }
    } catch {
      record(fault: error.code, of: T.self, at: index, in: level)
      return placeholder(T.self)
    }
    let level = CollectingLevel(T.self, at: index)
    let before = failures.count
    while !isExhausted {
      do {
        return try T(from: CollectingDecoder(collector: self, level: level, index: index))
      } catch {
        if let resolve = takeResolver(of: error) {
          resolve(self)
          continue
        }
        // If the value contains placeholders, one of them may have caused the error of the type.
        if failures.count == before { record(error, of: T.self, at: index) }
        break
      }
    }
    return placeholder(T.self)
  }

  func placeholder<T: Decodable>(_ type: T.Type) -> T? {
    isExhausted ? nil : try? placeholders.value(T.self)
  }

  /// Returns the value of a part for a type's code, or a placeholder.
  func value<T: Decodable>(_ type: T.Type, at index: Int, in level: CollectingLevel) throws -> T {
    let part = Part(index: index, type: ObjectIdentifier(T.self))
    if let known = try outcome(of: part, as: T.self) { return known }
    spend(context.weight(of: index))
    do {
      let value = try context.decode(T.self, at: index)
      placeholders.offer(value)
      if !level.isTransparent { outcomes[part] = .value(Box(value)) }
      return value
    } catch {
      return try fail(part, error, in: level) { $0.explore(T.self, at: index, in: level) }
    }
  }

  /// Returns a placeholder for a missing part.
  func missing<T: Decodable>(
    _ type: T.Type, _ step: JSONPath, of index: Int, error: any Error, in level: CollectingLevel
  ) throws -> T {
    let part = Part(index: index, missing: step, type: ObjectIdentifier(T.self))
    if let known = try outcome(of: part, as: T.self) { return known }
    return try fail(part, error, in: level) { collector in
      let pointer = JSONPath.pointer(collector.context.path(to: index) + [step])
      collector.record(CodingFailure(pointer: pointer, code: .missing, expected: ExpectedName.of(T.self)))
      return collector.placeholder(T.self)
    }
  }

  /// Returns normally if a placeholder may replace a container, because its failure was already recorded or can be
  /// recorded now. Otherwise throws, and the failure is recorded when the type rethrows the error.
  func replace(_ part: Part, error: any Error, in level: CollectingLevel, failure: CodingFailure) throws {
    if try outcome(of: part, as: Bool.self) != nil { return }
    let _: Bool = try fail(part, error, in: level) { collector in
      collector.emptied.insert(part.index)
      collector.record(failure)
      return true
    }
  }

  // MARK: - Parts

  /// Returns true if the value that a type got for a member or element may be a placeholder.
  func isPlaceholder(_ step: JSONPath, of index: Int) -> Bool {
    emptied.contains(index) || failed.contains(JSONPath.pointer(context.path(to: index) + [step]))
  }

  private func outcome<T>(of part: Part, as type: T.Type) throws -> T? {
    spend()
    if isExhausted { throw Stop() }
    switch outcomes[part] {
    case nil: return nil
    case .none?: throw Stop()
    case .value(let box)?: return (box as? Box<T>)?.value
    }
  }

  /// Explores a failed part: immediately if the type is known to rethrow errors, otherwise when the error is rethrown.
  private func fail<T>(
    _ part: Part, _ error: any Error, in level: CollectingLevel, explore: @escaping (FailureCollector) -> T?
  ) throws -> T {
    if level.isTransparent {
      guard let value = explore(self) else { throw Stop() }
      return value
    }
    lastID += 1
    let thrown = TaggedError(error, id: lastID) { collector in
      let path = collector.context.path(to: part.index) + (part.missing.map { [$0] } ?? [])
      collector.failed.insert(JSONPath.pointer(path))
      collector.outcomes[part] = explore(collector).map { .value(Box($0)) } ?? Outcome.none
    }
    self.thrown = thrown
    throw thrown.error
  }

  /// Returns and removes the function that explores the part that failed with `error`; nil if the type's code created the
  /// error.
  private func takeResolver(of error: any Error) -> ((FailureCollector) -> Void)? {
    guard let thrown = self.thrown.take(), thrown.isRethrown(as: error) else { return nil }
    return thrown.resolve
  }
}
