/// Where an input travels.
enum Place: String {
  case path = "Path"
  case query = "Query"
  case header = "Header"
  case field = "Field"
  case body = "Body"

  /// The member of `InputPlace` that names the place.
  var inputPlace: String {
    switch self {
    case .path: ".path"
    case .query: ".query"
    case .header: ".header"
    case .field, .body: ".body"
    }
  }

  /// True for inputs that make up the request's content.
  var isContent: Bool { self == .field || self == .body }
}
