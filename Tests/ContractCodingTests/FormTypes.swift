import FoundationEssentials

// The types that are written to forms and read from them.

struct Page: Codable, Equatable {
  var size: Int
  var after: String?
}

struct Filter: Codable, Equatable {
  var status: [String]
  var page: Page
  var isOpen: Bool
}

struct Named: Codable, Equatable {
  var firstName: String
  var homeURL: String?
  var tagCounts: [String: Int]?
}

struct Leaf: Codable, Equatable {
  var name: String
  var sizes: [Int]
}

/// A type without required members.
struct Blank: Codable, Equatable {
  var a: Int?
  var b: [Int] = []
}

/// A type whose members are empty in one way or another.
struct Lists: Codable, Equatable {
  var a: [Int]?
  var set: Set<Int>?
  var byName: [String: Int]?
  var blank: Blank?
}

/// A type that tries to be a list of numbers first.
enum IntsOrStrings: Codable, Equatable {
  case ints([Int]), strings([String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let ints = try? container.decode([Int].self) {
      self = .ints(ints)
    } else {
      self = .strings(try container.decode([String].self))
    }
  }
}

/// A type that writes one value with one name.
struct One<Value: Encodable>: Encodable {
  var k: Value
  init(_ k: Value) { self.k = k }
}

/// A value with one name, in both directions.
struct Both<Value: Codable & Equatable>: Codable, Equatable {
  var k: Value
}

/// A type that uses nested containers and super encoders out of order.
struct Crooked: Codable, Equatable {
  var x = 1
  var y = "two"
  var z: [Int] = [3, 4]

  enum Keys: CodingKey { case inner, list, last }
  enum Inner: CodingKey { case x, y }

  init() {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .inner)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try container.superEncoder(forKey: .last).singleValueContainerValue(y)
    for element in z { try list.encode(element) }
    try inner.encode(y, forKey: .y)
    try inner.encode(x, forKey: .x)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let inner = try container.nestedContainer(keyedBy: Inner.self, forKey: .inner)
    x = try inner.decode(Int.self, forKey: .x)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    z = []
    while !list.isAtEnd { z.append(try list.decode(Int.self)) }
    y = try container.superDecoder(forKey: .last).singleValueContainer().decode(String.self)
  }
}

extension Encoder {
  func singleValueContainerValue(_ value: String) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}

class Animal: Codable {
  var legs: Int

  init(legs: Int) { self.legs = legs }
}

final class Bird: Animal {
  var song: String

  enum Keys: CodingKey { case song }

  init(song: String) {
    self.song = song
    super.init(legs: 2)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    song = try container.decode(String.self, forKey: .song)
    try super.init(from: try container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(song, forKey: .song)
    try super.encode(to: container.superEncoder())
  }
}
