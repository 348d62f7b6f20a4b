import Contract
import Testing

@Suite("Trace contexts")
struct TraceContextTests {
  static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  static let span = "00f067aa0ba902b7"

  static let good: [(field: String, isSampled: Bool)] = [
    (field: "00-\(trace)-\(span)-01", isSampled: true), (field: "00-\(trace)-\(span)-00", isSampled: false),
    (field: "00-\(trace)-\(span)-03", isSampled: true), (field: "00-\(trace)-\(span)-02", isSampled: false),
    (field: "cc-\(trace)-\(span)-01", isSampled: true), (field: "cc-\(trace)-\(span)-01-what", isSampled: true),
  ]
  static let bad = [
    "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-01-x", "00-\(trace)-\(span)-01-",
    "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-01", "00-\(trace.uppercased())-\(span)-01", "cc-\(trace)-\(span)-01x",
    "00-\(String(repeating: "0", count: 32))-\(span)-01", "00-\(trace)-\(String(repeating: "0", count: 16))-01",
    "00-\(trace)-\(span)-0g", "00_\(trace)-\(span)-01", " 00-\(trace)-\(span)-01", "00-\(trace)g-\(span)-01",
    "00-\(trace)-00f067aa0ba902bé-01",
  ]

  @Test("A valid trace is continued with a new span", arguments: good)
  func continued(field: String, isSampled: Bool) throws {
    let context = try #require(TraceContext(continuing: [field]))
    #expect(context.traceID == Self.trace && context.parentID == Self.span && context.isSampled == isSampled)
    #expect(context.spanID != Self.span && context.spanID.utf8.count == 16)
    #expect(context.traceparent == "00-\(Self.trace)-\(context.spanID)-\(isSampled ? "01" : "00")")
  }

  @Test("A malformed trace is not continued", arguments: bad)
  func malformed(field: String) {
    #expect(TraceContext(continuing: [field]) == nil)
  }

  @Test("A repeated or missing traceparent is not continued")
  func two() {
    #expect(TraceContext(continuing: [Self.good[0].field, Self.good[0].field]) == nil)
    #expect(TraceContext(continuing: []) == nil)
  }

  @Test("A generated trace context can be parsed")
  func roundTrip() throws {
    let first = TraceContext(isSampled: true)
    let second = try #require(TraceContext(continuing: [first.traceparent]))
    #expect(second.traceID == first.traceID && second.parentID == first.spanID && second.isSampled)
  }

  static let states: [([String], String?)] = [
    (["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"], "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
    (["a=1", "b=2"], "a=1,b=2"), ([" a=1 ,\tb=2,, "], "a=1,b=2"), (["t0@sys=x y"], "t0@sys=x y"),
    (["0t@sys=x"], "0t@sys=x"), ([], nil), ([""], nil), (["a=1,a=2"], nil), (["A=1"], nil), (["0a=1"], nil),
    (["a"], nil), (["a="], nil), (["=1"], nil), (["a=b=c"], nil), (["a@b@c=1"], nil), (["a@0b=1"], nil), (["a=é"], nil),
    ([(0..<33).map { "k\($0)=1" }.joined(separator: ",")], nil),
    ([(0..<32).map { "k\($0)=1" }.joined(separator: ",")], (0..<32).map { "k\($0)=1" }.joined(separator: ",")),
    (["a=\(String(repeating: "x", count: 257))"], nil),
    (["a=1\u{600},b=2"], nil), (["a\u{301}=1"], nil), (["a=1,\u{301}b=2"], nil), (["a=\u{301}"], nil),
  ]

  @Test("A well-formed tracestate is passed on, and any other dropped", arguments: states)
  func state(lines: [String], passed: String?) throws {
    let context = try #require(TraceContext(continuing: [Self.good[0].field], tracestate: lines))
    #expect(context.state == passed)
  }
}
