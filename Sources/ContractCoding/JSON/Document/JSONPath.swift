/// A step from a value to a nested value, used as the coding key in errors.
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

  /// Returns the JSON Pointer (RFC 6901) for a path.
  static func pointer(_ path: [JSONPath]) -> String {
    var pointer = ""
    for step in path {
      switch step {
      case .name(let name): pointer += "/" + JSONPointer.token(name)
      case .element(let index): pointer += "/\(index)"
      }
    }
    return pointer
  }

  /// Returns the JSON Pointer for the coding path of an error.
  static func pointer(_ path: [any CodingKey]) -> String {
    var pointer = ""
    for key in path {
      if let index = key.intValue, key.stringValue.hasPrefix("Index ") {
        pointer += "/\(index)"
      } else {
        pointer += "/" + JSONPointer.token(key.stringValue)
      }
    }
    return pointer
  }
}
