/// The form of a body that is a stream of values.
public enum StreamForm: Sendable, Hashable {
  /// Server-sent events, each with a value as its data; see ``ServerEvents``.
  case events
  /// Server-sent events, whose data is text.
  case textEvents
  /// JSON values, one per line; see ``JSONLines``.
  case lines
}

/// Results that are a stream of values.
protocol ValueStream {
  static var form: StreamForm { get }
  static var element: any Any.Type { get }
}

extension ServerEvents: ValueStream {
  static var form: StreamForm { Value.self == String.self ? .textEvents : .events }
  static var element: any Any.Type { Value.self }
}

extension JSONLines: ValueStream {
  static var form: StreamForm { .lines }
  static var element: any Any.Type { Value.self }
}
