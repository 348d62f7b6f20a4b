/// A source of part content that is read while it is sent, such as a file.
package struct PartSource: Sendable, Hashable {
  /// The path, by which sources are compared.
  package let path: String
  let count: @Sendable () throws -> Int
  let open: @Sendable () throws -> () throws -> [UInt8]?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - count: returns the current number of bytes; throws when the content cannot be read.
  ///   - open: starts a new read and returns the function that produces its chunks. Called once per read.
  package init(
    path: String, count: @escaping @Sendable () throws -> Int,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) {
    self.path = path
    self.count = count
    self.open = open
  }

  package static func == (left: PartSource, right: PartSource) -> Bool { left.path == right.path }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// An error in reading the content of a part.
package struct PartSourceError: Error, CustomStringConvertible {
  /// The number of the part, from 1.
  package let part: Int
  /// The underlying error.
  package let cause: any Error

  package var description: String { "Part \(part): \(cause)" }
}
