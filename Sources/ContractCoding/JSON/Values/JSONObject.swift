/// The members of a JSON object, in order, with one value for each name.
///
/// Names are compared byte for byte: a composed `é` differs from a decomposed one. Objects with the same members in
/// another order are equal.
public struct JSONObject: Sendable {
  /// A name as bytes.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
    }
  }

  /// The minimum number of members for which names are looked up in a table.
  private static let indexedCount = 9

  private var members: [(name: String, value: JSONValue)] = []
  /// The positions of all names, if there are many.
  private var positions: [Name: Int]?

  /// Creates an object without members.
  public init() {}

  /// Creates an object. The first of several members with one name is used.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members where position(of: name) == nil { append(name, value) }
  }

  /// The value of a member; nil if absent. Setting nil removes the member, and setting a new one appends it.
  public subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        index()
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// Appends a member whose name is new.
  private mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
    if positions != nil {
      positions?[Name(text: name)] = members.count - 1
    } else {
      index()
    }
  }

  private mutating func index() {
    guard members.count >= Self.indexedCount else {
      positions = nil
      return
    }
    positions = Dictionary(
      members.enumerated().map { (Name(text: $1.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func position(of name: String) -> Int? {
    if let positions { return positions[Name(text: name)] }
    return members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }

  /// The position after the last member.
  public var endIndex: Int { members.count }

  /// The member at a position.
  public subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }
}

extension JSONObject: Hashable {
  /// Returns true for objects with the same members in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  /// Hashes the members in an order-independent way.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var inner = Hasher()
      inner.combine(Name(text: member.name))
      inner.combine(member.value)
      sum &+= inner.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object. The first of several members with one name is used.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}
