import ContractTestSupport
import FoundationEssentials

// The types of the tests of collected failures.

enum State: String, Codable, CaseIterable { case open, done }
enum Kind: String, Codable { case small, large }
enum Level: Int, Codable, CaseIterable { case low = 1, high }

struct Address: Codable, Hashable {
  var street: String
  var zip: Int
}

struct Item: Codable, Hashable {
  var sku: String
  var count: Int
}

struct Order: Codable {
  var id: UUID
  var placed: Date
  var state: State
  var kind: Kind
  var address: Address
  var items: [Item]
  var tags: [String]
  var amounts: [String: Int]
  var note: String?

  init(random generator: inout Randomness.Generator) {
    id = UUID()
    placed = RandomValue.date(&generator)
    state = State.allCases.randomElement(using: &generator) ?? .open
    kind = Bool.random(using: &generator) ? .small : .large
    address = Address(street: RandomValue.string(&generator), zip: RandomValue.integer(&generator))
    items = RandomValue.array(&generator) { Item(sku: RandomValue.string(&$0), count: RandomValue.integer(&$0)) }
    tags = RandomValue.array(&generator) { RandomValue.string(&$0) }
    amounts = ["a": 1, "b~/": RandomValue.integer(&generator)]
    note = Bool.random(using: &generator) ? nil : RandomValue.string(&generator)
  }
}

struct Wrapper: RawRepresentable, Codable { var rawValue: Int }

struct Tree: Codable {
  var name: String
  var children: [Tree]
}

final class Endless: Decodable {
  let next: Endless
  let id: Int
}

struct Nest: Decodable {
  var inner: [Nest]?
  init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Int.self), number == 1 { return }
    inner = try decoder.singleValueContainer().decode([Nest].self)
  }
}

struct Drawing: Decodable {
  var shape: Shape
  var kind: Kind
  var title: String
}

/// A handwritten use of nested containers and a super decoder.
struct Manual: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    let nested = try container.nestedContainer(keyedBy: JSONKey.self, forKey: "nested")
    var list = try nested.nestedUnkeyedContainer(forKey: "list")
    _ = try list.decode(Int.self)
    _ = try list.decode(Int.self)
    _ = try list.nestedContainer(keyedBy: JSONKey.self).decode(Bool.self, forKey: "deep")
    _ = try container.decodeNil(forKey: "super")
    _ = try container.decode(String.self, forKey: "last")
  }
}

struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringLiteral value: String) { stringValue = value }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A type that tolerates errors where possible.
struct Lenient: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    _ = (try? container.decode(Int.self, forKey: "number")) ?? 5
    do {
      _ = try container.decode(Double.self, forKey: "choice")
    } catch {
      _ = try container.decode(Int.self, forKey: "choice")
    }
    var list = try container.nestedUnkeyedContainer(forKey: "list")
    while !list.isAtEnd {
      if (try? list.decode(Int.self)) == nil { _ = try list.decode(Skipped.self) }
    }
    _ = try container.decode(String.self, forKey: "text")
  }

  struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

enum IntOrString: Decodable {
  case int(Int), string(String)
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither")
    }
  }
}

/// A type that refuses reversed ranges with its own error.
struct Booking: Decodable {
  var from: Int
  var to: Int
  var code: Code

  enum Keys: CodingKey { case from, to, code }
  struct Backwards: Error {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    from = try container.decode(Int.self, forKey: .from)
    to = try container.decode(Int.self, forKey: .to)
    code = try container.decode(Code.self, forKey: .code)
    if to < from { throw Backwards() }
  }

  struct Code: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard try container.decode(String.self).count == 3 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "three letters")
      }
    }
  }
}

struct Odd: Decodable {
  init(from decoder: any Decoder) throws {
    guard try decoder.singleValueContainer().decode(Int.self) % 2 == 1 else { throw CancellationError() }
  }
}

/// A type that reports a missing value itself.
struct Chosen: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    let context = DecodingError.Context(codingPath: container.codingPath, debugDescription: "b or c")
    throw DecodingError.keyNotFound("b" as JSONKey, context)
  }
}

struct Loop: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { _ = try container.decode(Int.self) }
  }
}

struct Pairs: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      _ = try container.decode(Int.self)
      _ = try container.decode(String.self)
    }
  }
}

struct UntilError: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    var values = try container.nestedUnkeyedContainer(forKey: "values")
    while (try? values.decode(Int.self)) != nil {}
    _ = try container.decode(Int.self, forKey: "needed")
  }
}

/// A type with a fixed number of elements of different types.
struct Triple: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    _ = try container.decode(Int.self)
    _ = try container.decode(String.self)
    _ = try container.decode(Bool.self)
  }
}

/// A type that always decodes another element.
struct Greedy: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while true { _ = try container.decode(Int.self) }
  }
}
