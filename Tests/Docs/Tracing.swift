// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of swift-distributed-tracing 1.1 that docs/observability.md uses, so that its bridge is compiled without the
// package. It exports the modules that these types are in.

public struct ServiceContext: Sendable {
  public static var current: ServiceContext? { nil }
  public static var topLevel: ServiceContext { ServiceContext() }
}

public protocol Injector: Sendable {
  associatedtype Carrier: Sendable
  func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

public protocol Instrument: Sendable {
  func inject<Carrier, Inject>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
  where Inject: Injector, Inject.Carrier == Carrier
}

struct NoOpInstrument: Instrument {
  func inject<Carrier, Inject>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
  where Inject: Injector, Inject.Carrier == Carrier {}
}

public enum InstrumentationSystem {
  public static var instrument: any Instrument { NoOpInstrument() }
}

public enum SpanKind: Hashable, Sendable { case server, client, producer, consumer, `internal` }

public enum SpanAttribute: Equatable, Sendable {
  case int32(Int32), int64(Int64), double(Double), bool(Bool), string(String)
}

public struct SpanAttributes: Equatable, Sendable {
  public subscript(_ name: String) -> SpanAttribute? {
    get { nil }
    set {}
  }
}

public protocol Span: Sendable {
  var context: ServiceContext { get }
  var attributes: SpanAttributes { get nonmutating set }
}

struct NoOpSpan: Span {
  let context = ServiceContext.topLevel
  var attributes: SpanAttributes {
    get { SpanAttributes() }
    nonmutating set {}
  }
}

public func withSpan<T>(
  _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal, isolation: isolated (any Actor)? = #isolation, function: String = #function,
  file fileID: String = #fileID, line: UInt = #line, _ operation: (any Span) async throws -> T
) async rethrows -> T {
  try await operation(NoOpSpan())
}
