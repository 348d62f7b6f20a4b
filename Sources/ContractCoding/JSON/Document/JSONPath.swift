/// One step from a value to a value inside it; the coding key of errors.
enum JSONPath: CodingKey, Hashable {
  case name(String)
  case element(Int)

  init?(stringValue: String) {
    self = .name(stringValue)
  }

  init?(intValue: Int) {
    self = .element(intValue)
  }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .element(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch self {
    case .name: nil
    case .element(let index): index
    }
  }

  /// The JSON Pointer (RFC 6901) of a path.
  static func pointer(_ path: [JSONPath]) -> String {
    var pointer = ""
    for step in path {
      switch step {
      case .name(let name): appendToken(name, to: &pointer)
      case .element(let index): pointer += "/\(index)"
      }
    }
    return pointer
  }

  /// The JSON Pointer of the coding path that an error carries.
  static func pointer(_ path: [any CodingKey]) -> String {
    var pointer = ""
    for key in path {
      if let index = key.intValue, key.stringValue.hasPrefix("Index ") {
        pointer += "/\(index)"
      } else {
        appendToken(key.stringValue, to: &pointer)
      }
    }
    return pointer
  }

  /// Adds one reference token, with `~` and `/` escaped (RFC 6901, section 3).
  private static func appendToken(_ token: String, to pointer: inout String) {
    pointer += "/"
    for character in token.unicodeScalars {
      switch character {
      case "~": pointer += "~0"
      case "/": pointer += "~1"
      default: pointer.unicodeScalars.append(character)
      }
    }
  }
}

extension JSONTape {
  /// The steps from the root to the entry at an index.
  ///
  /// Nothing keeps track of paths while decoding goes well; this finds one by walking down from the root.
  func path(to target: Int) -> [JSONPath] {
    var path: [JSONPath] = []
    var container = 0
    while container != target {
      let isObject = entries[container].kind == .object
      var child = container + (isObject ? 2 : 1)
      var position = 0
      while Int(entries[child].next) <= target {
        child = Int(entries[child].next) + (isObject ? 1 : 0)
        position += 1
      }
      path.append(isObject ? .name(text(child - 1)) : .element(position))
      container = child
    }
    return path
  }
}
