import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

/// Values are received as sent, in both directions, on every wire and in every format of fields.
@Suite("Round trips under wire presets")
struct PresetPropertyTests {
  /// Requests for each type.
  static let rounds = 20

  @Test(
    "A value round-trips in path, query, header and form field under every preset", arguments: Preset.allCases,
    FieldForm.allCases)
  func everywhere(preset: Preset, form: FieldForm) async throws {
    try await Self.check(preset, form) { $0.flip() }
    try await Self.check(preset, form) { $0.integer() as Int }
    try await Self.check(preset, form) { $0.integer() as UInt8 }
    try await Self.check(preset, form) { $0.double() }
    try await Self.check(preset, form) { $0.text() }
    try await Self.check(preset, form) { $0.uuid() }
    try await Self.check(preset, form) { $0.date() }
    try await Self.check(preset, form) { $0.data() }
  }

  /// Sends random values of one type in process and over a socket.
  static func check<T: ParameterValue & Codable & Equatable & Sendable>(
    _ preset: Preset, _ form: FieldForm, _ one: (inout Randomness) -> T
  ) async throws {
    let endpoint = Endpoint<EverywhereInput<T>, Everywhere<T>>(
      .post, "/echo/:path", .wire(preset.wire), .content(form.format), id: "echo")
    let route = Route(endpoint) { $0.value }
    var random = Randomness()
    for way in WirePropertyTests.Way.allCases {
      try await WirePropertyTests.with(way, route) { client in
        for _ in 0..<rounds {
          let sent = values(&random, preset, form, one)
          do {
            WirePropertyTests.expectSame(
              sent, try await client.call(endpoint, EverywhereInput(value: sent)), random.seed)
          } catch {
            Issue.record(error, "\(T.self), seed \(random.seed): \(String(reflecting: sent))")
          }
        }
      }
    }
  }

  /// Returns random values that the form can carry. Forms and parts cannot represent an empty optional array or a NUL,
  /// and the only element of a separated array cannot contain the separator.
  private static func values<T>(
    _ random: inout Randomness, _ preset: Preset, _ form: FieldForm, _ one: (inout Randomness) -> T
  ) -> Everywhere<T> {
    var values = Everywhere(&random, encodesHeaders: preset.encodesHeaders, one)
    if form == .urlForm || form == .multipart {
      values.field = Forms(&random, allowsEmpty: false, one)
    }
    if case .separated(let separator) = preset.wire.form.arrays {
      values.query.keepApart(separator)
      values.field.keepApart(separator)
    }
    return values
  }

  @Test(
    "An object with mapped names round-trips in queries and form fields", arguments: Preset.allCases, FieldForm.allCases
  )
  func objects(preset: Preset, form: FieldForm) async throws {
    let endpoint = Endpoint<Narrowed, Narrowed.Copy>(
      .post, "/narrowed", .wire(preset.wire), .content(form.format), id: "narrowed")
    let route = Route(endpoint) { Narrowed.Copy($0) }
    var random = Randomness()
    try await withServer(route) { client in
      for _ in 0..<Self.rounds {
        let sent = Narrowed(
          mainFilter: random.filter(), other: random.maybe { $0.filter() }, fieldFilter: random.filter(),
          byName: random.flip() ? ["aKey": random.integer()] : ["b/c d": random.integer()])
        do {
          let received = try await client.call(endpoint, sent)
          WirePropertyTests.expectSame(Narrowed.Copy(sent), received, random.seed)
        } catch {
          Issue.record(error, "seed \(random.seed): \(String(reflecting: sent))")
        }
      }
    }
  }
}

extension Forms {
  /// Replaces arrays whose only element has a separator in it.
  fileprivate mutating func keepApart(_ separator: String) {
    // Scalars are compared, because a joiner after a comma forms one `Character` with it.
    func isAlone(_ values: [T]?) -> Bool {
      guard values?.count == 1, let text = values?.first as? String else { return false }
      return text.unicodeScalars.contains(where: separator.unicodeScalars.contains)
    }
    if isAlone(many) { many = [] }
    if isAlone(maybeMany) { maybeMany = nil }
  }
}

extension Narrowed {
  /// The same values as a result.
  struct Copy: Codable, Equatable, Sendable {
    var mainFilter: Filter
    var other: Filter?
    var fieldFilter: Filter
    var byName: [String: Int]

    init(_ narrowed: Narrowed) {
      mainFilter = narrowed.mainFilter
      other = narrowed.other
      fieldFilter = narrowed.fieldFilter
      byName = narrowed.byName
    }
  }
}

extension Randomness {
  fileprivate mutating func filter() -> Filter {
    Filter(
      text: text(), isOpen: maybe { $0.flip() }, suits: list { $0.element(Suit.self) }, since: maybe { $0.date() },
      page: Filter.Page(size: integer(), afterName: maybe { $0.text() + "." }))
  }
}
