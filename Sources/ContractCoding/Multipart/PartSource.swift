/// Content of a part that is read while it is sent, such as a file.
package struct PartSource: Sendable, Hashable {
  /// What makes a source the same as another.
  package let path: String
  let count: @Sendable () throws -> Int
  let open: @Sendable () throws -> () throws -> [UInt8]?

  /// A source.
  ///
  /// - Parameters:
  ///   - count: how many bytes there are now; throws when they could not be read.
  ///   - open: begins to read; gives what is asked for each piece. Called once for each time it is sent.
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

/// Why the content of a part could not be read.
package struct PartSourceError: Error, CustomStringConvertible {
  /// The number of the part, from 1.
  package let part: Int
  /// What kept it from being read.
  package let cause: any Error

  package var description: String { "Part \(part): \(cause)" }
}
