import Contract
import ContractTestSupport
import FoundationEssentials

enum Suit: String, Codable, CaseIterable, Sendable {
  case clubs, diamonds
  case hearts = "♥ & co"
  case spades = "a/b?c=d"
}

enum Level: Int, Codable, CaseIterable, Sendable {
  case low = -1
  case middle
  case high = 9_223_372_036_854_775_807
}

/// A type that is sent as its description outside JSON.
struct Degrees: LosslessStringConvertible, Codable, Equatable, Sendable {
  var hundredths: Int
  init(hundredths: Int) { self.hundredths = hundredths }
  init?(_ description: String) {
    guard description.hasSuffix("%C"), let number = Int(description.dropLast(2)) else { return nil }
    hundredths = number
  }
  var description: String { "\(hundredths)%C" }
}

/// A value of every kind inside JSON, nested.
struct Tree: Codable, Equatable, Sendable {
  var name: String
  var weight: Double?
  var id: UUID
  var planted: Date
  var bark: Data
  var rings: [UInt8]
  var suit: Suit?
  var notes: [String: String]
  var branches: [Tree]
}

/// An enumeration whose cases have values.
enum Shape: Codable, Equatable, Sendable {
  case point
  case circle(radius: Double)
  case path(String, closed: Bool)
}

/// A value in its four forms.
struct Forms<T: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var one: T
  var maybe: T?
  var many: [T]
  var maybeMany: [T]?

  init(_ one: T, _ maybe: T?, _ many: [T], _ maybeMany: [T]?) {
    self.one = one
    self.maybe = maybe
    self.many = many
    self.maybeMany = maybeMany
  }
}

/// A value in every location.
struct Everywhere<T: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var path: T
  var query: Forms<T>
  var header: Forms<T>
  var field: Forms<T>
}

extension Everywhere {
  /// Creates values of `one` in every location that can carry them. A path cannot carry an empty string or a string of
  /// only dots, a query and a header cannot carry an empty optional array, and a header whose texts are not encoded can
  /// carry only visible ASCII.
  init(_ random: inout Randomness, encodesHeaders: Bool = false, _ one: (inout Randomness) -> T) {
    var path = one(&random)
    while let text = path as? String, ["", ".", ".."].contains(text) { path = one(&random) }
    while let data = path as? Data, data.isEmpty { path = one(&random) }
    self.path = path
    query = Forms(&random, allowsEmpty: false, one)
    header = Forms(&random, allowsEmpty: false) { random in
      var value = one(&random)
      while !encodesHeaders, !Self.fitsHeader(value) { value = one(&random) }
      return value
    }
    field = Forms(&random, allowsEmpty: true, one)
  }

  private static func fitsHeader(_ value: T) -> Bool {
    let text = value as? String ?? (value as? Suit)?.rawValue ?? ""
    return text.utf8.allSatisfy { $0 < 0x80 } && HTTPFieldValue(text) != nil
  }
}

extension Forms {
  init(_ random: inout Randomness, allowsEmpty: Bool, _ one: (inout Randomness) -> T) {
    let many = random.list(one)
    self.init(
      one(&random), random.maybe(one), random.list(one),
      random.flip() ? nil : many.isEmpty && !allowsEmpty ? [one(&random)] : many)
  }
}

extension Randomness {
  mutating func tree(depth: Int = 0) -> Tree {
    var branches: [Tree] = []
    for _ in 0..<(depth < 3 ? Int.random(in: 0...2, using: &generator) : 0) { branches.append(tree(depth: depth + 1)) }
    return Tree(
      name: text(), weight: maybe { $0.double() }, id: UUID(), planted: date(), bark: data(), rings: bytes(),
      suit: maybe { $0.element(Suit.self) }, notes: flip() ? [:] : [text(): text()], branches: branches)
  }

  mutating func shape() -> Shape {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .point
    case 1: .circle(radius: double())
    default: .path(text(), closed: flip())
    }
  }
}
