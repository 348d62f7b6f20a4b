// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of swift-metrics 2.5 that docs/observability.md uses, so that its bridge is compiled without the package.

public final class Counter: Sendable {
  public convenience init(label: String, dimensions: [(String, String)] = []) { self.init() }
  init() {}
  public func increment<DataType: BinaryInteger>(by amount: DataType) {}
  public func increment() {}
}

public final class Timer: Sendable {
  public convenience init(label: String, dimensions: [(String, String)] = []) { self.init() }
  init() {}
  public func recordNanoseconds(_ duration: Int64) {}
  public func recordNanoseconds<DataType: BinaryInteger>(_ duration: DataType) {}
}
