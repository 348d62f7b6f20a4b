import ContractTestSupport
import FoundationEssentials

@testable import ContractCoding

/// A class whose coders use every kind of container, out of order, and user info.
class Woven: Codable, Equatable {
  static let key = CodingUserInfoKey(rawValue: "woven")

  enum Keys: String, CodingKey, CaseIterable { case list, inner, name, maybe, parent, dated, children }
  enum InnerKeys: String, CodingKey { case deep, value, texts }

  let list: [Int]
  let value: Double
  let texts: [String]
  let name: String?
  let parent: String
  let children: [Woven]

  init(random generator: inout Randomness.Generator, depth: Int) {
    list = RandomValue.array(&generator) { RandomValue.integer(&$0) }
    value = RandomValue.double(&generator)
    texts = RandomValue.array(&generator) { RandomValue.string(&$0) }
    name = Bool.random(using: &generator) ? nil : RandomValue.string(&generator)
    parent = RandomValue.string(&generator)
    let count = depth > 0 ? Int.random(in: 0...2, using: &generator) : 0
    children = (0..<count).map { _ in Woven(random: &generator, depth: depth - 1) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    var texts = inner.nestedUnkeyedContainer(forKey: .texts)
    var deep = inner.nestedContainer(keyedBy: InnerKeys.self, forKey: .deep)
    for number in self.list { try list.encode(number) }
    if let name { try container.encode(name, forKey: .name) } else { try container.encodeNil(forKey: .name) }
    try deep.encode(value, forKey: .value)
    for text in self.texts { try text.encode(to: texts.superEncoder()) }
    try parent.encode(to: container.superEncoder(forKey: .parent))
    var single = container.superEncoder().singleValueContainer()
    try single.encode(Self.key.flatMap { encoder.userInfo[$0] as? Int } ?? 0)
    try container.encodeIfPresent(nil as Int?, forKey: .maybe)
    try container.encode(children, forKey: .children)
  }

  required init(from decoder: any Decoder) throws {
    struct Missing: Error {}
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.list) else {
      throw DecodingError.keyNotFound(Keys.list, .init(codingPath: container.codingPath, debugDescription: ""))
    }
    guard Set(container.allKeys).isSuperset(of: [.list, .inner, .name]) else { throw Missing() }
    var numbers = try container.nestedUnkeyedContainer(forKey: .list)
    var list: [Int] = []
    while !numbers.isAtEnd { list.append(try numbers.decode(Int.self)) }
    self.list = list
    let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
    value = try inner.nestedContainer(keyedBy: InnerKeys.self, forKey: .deep).decode(Double.self, forKey: .value)
    var strings = try inner.nestedUnkeyedContainer(forKey: .texts)
    var texts: [String] = []
    while !strings.isAtEnd { texts.append(try String(from: strings.superDecoder())) }
    self.texts = texts
    name = try container.decodeNil(forKey: .name) ? nil : container.decodeIfPresent(String.self, forKey: .name)
    parent = try container.superDecoder(forKey: .parent).singleValueContainer().decode(String.self)
    let info = try container.superDecoder().singleValueContainer().decode(Int.self)
    guard info == Self.key.flatMap({ decoder.userInfo[$0] as? Int }) else { throw Missing() }
    guard try container.decodeIfPresent(Int.self, forKey: .maybe) == nil else { throw Missing() }
    children = try container.decode([Woven].self, forKey: .children)
  }

  static func == (left: Woven, right: Woven) -> Bool {
    left.list == right.list && left.value == right.value && left.texts == right.texts && left.name == right.name
      && left.parent == right.parent && left.children == right.children
  }
}

/// Members whose names change under a mapping.
struct Renamed: Codable, Equatable {
  enum Choice: String, Codable { case firstOne, secondOne }

  var plain: Int
  var twoWords: String
  var threeLongWords: [Double]?
  var someDate: Date?
  var innerOnes: [Renamed]
  var byName: [String: Choice]

  init(random generator: inout Randomness.Generator, depth: Int) {
    plain = RandomValue.integer(&generator)
    twoWords = RandomValue.string(&generator)
    threeLongWords = Bool.random(using: &generator) ? nil : RandomValue.array(&generator) { RandomValue.double(&$0) }
    someDate = Bool.random(using: &generator) ? nil : RandomValue.date(&generator)
    let count = depth > 0 ? Int.random(in: 0...2, using: &generator) : 0
    innerOnes = (0..<count).map { _ in Renamed(random: &generator, depth: depth - 1) }
    byName = Bool.random(using: &generator) ? [:] : ["aB": .firstOne, "c_d": .secondOne]
  }
}
