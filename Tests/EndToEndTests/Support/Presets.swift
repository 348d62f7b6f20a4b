import Contract
import FoundationEssentials

/// Every wire that the tests run over.
enum Preset: String, CaseIterable, Sendable {
  case standard, papyrus, papyrusEndpoints, swiftAPIClient, apiKit, retroSwift
  /// Header texts of any characters, and header arrays on one line.
  case percentEncodedHeaders, extendedHeaders
  /// No setting has its default.
  case custom

  var encodesHeaders: Bool { self == .percentEncodedHeaders || self == .extendedHeaders }

  var wire: Contract.Wire {
    switch self {
    case .standard: .standard
    case .papyrus: .papyrus
    case .papyrusEndpoints: .papyrusEndpoints
    case .swiftAPIClient: .swiftAPIClient
    case .apiKit: .apiKit
    case .retroSwift: .retroSwift
    case .percentEncodedHeaders:
      Contract.Wire {
        $0.headerText = .percentEncoded
        $0.headerArrays = .combined
      }
    case .extendedHeaders:
      Contract.Wire {
        $0.headerText = .extended
        $0.headerArrays = .combined
      }
    case .custom:
      Contract.Wire {
        $0.headerArrays = .combined
        $0.form.arrays = .separated(by: ",")
        $0.form.nesting = .dots
        $0.form.bools = .custom(true: "on", false: "off")
        $0.form.space = .plus
        $0.form.sortsKeys = true
        $0.form.escapesBrackets = false
        $0.keys = .snakeCase
        $0.dates = .deferredToDate
      }
    }
  }
}

/// Every format of fields.
enum FieldForm: String, CaseIterable, Sendable {
  case json, urlForm, multipart, foundation

  var format: BodyFormat {
    switch self {
    case .json: .json
    case .urlForm: .urlForm
    case .multipart: .multipart
    case .foundation: .json(encoder: JSONEncoder(), decoder: JSONDecoder())
    }
  }
}

/// A value in every location and form, written by hand as the macros would.
struct EverywhereInput<T: ParameterValue & Codable & Equatable & Sendable>: EndpointRequest {
  let value: Everywhere<T>

  static var inputs: [InputDescription] {
    let type = String(describing: T.self)
    var inputs = [InputDescription(.path, "path", type: type, isRequired: true)]
    for (location, name) in [(ParameterLocation.query, "query"), (.header, "Header"), (.body, "field")] {
      inputs.append(InputDescription(location, "\(name)One", type: type, isRequired: true))
      inputs.append(InputDescription(location, "\(name)Maybe", type: "\(type)?", isRequired: false))
      inputs.append(InputDescription(location, "\(name)Many", type: "[\(type)]", isRequired: false))
      inputs.append(InputDescription(location, "\(name)MaybeMany", type: "[\(type)]?", isRequired: false))
    }
    return inputs
  }

  static var content: RequestContent { .json }

  func encode(into encoder: inout RequestEncoder) throws {
    try encoder.value(.path, "path", value.path)
    for (location, name, forms) in [(ParameterLocation.query, "query", value.query), (.header, "Header", value.header)]
    {
      try encoder.value(location, "\(name)One", forms.one)
      try encoder.value(location, "\(name)Maybe", forms.maybe)
      try encoder.value(location, "\(name)Many", forms.many)
      try encoder.value(location, "\(name)MaybeMany", forms.maybeMany)
    }
    try encoder.field("fieldOne", value.field.one)
    try encoder.field("fieldMaybe", value.field.maybe)
    try encoder.field("fieldMany", value.field.many)
    try encoder.field("fieldMaybeMany", value.field.maybeMany)
  }

  static func decode(from decoder: inout RequestDecoder) -> Self? {
    let path = decoder.value(.path, "path", as: T.self)
    let query = forms(.query, "query", &decoder)
    let header = forms(.header, "Header", &decoder)
    let one = decoder.field("fieldOne", as: T.self)
    let maybe = decoder.field("fieldMaybe", as: T?.self)
    let many = decoder.field("fieldMany", as: [T].self)
    let maybeMany = decoder.field("fieldMaybeMany", as: [T]?.self)
    guard let path, let query, let header, let one, let maybe, let many, let maybeMany else { return nil }
    return Self(
      value: Everywhere(path: path, query: query, header: header, field: Forms(one, maybe, many, maybeMany)))
  }

  private static func forms(_ location: ParameterLocation, _ name: String, _ decoder: inout RequestDecoder) -> Forms<T>?
  {
    let one = decoder.value(location, "\(name)One", as: T.self)
    let maybe = decoder.value(location, "\(name)Maybe", as: T?.self)
    let many = decoder.value(location, "\(name)Many", as: [T].self)
    let maybeMany = decoder.value(location, "\(name)MaybeMany", as: [T]?.self)
    guard let one, let maybe, let many, let maybeMany else { return nil }
    return Forms(one, maybe, many, maybeMany)
  }
}

/// A filter of a list, as a query value with several strings.
struct Filter: Codable, Equatable, Sendable {
  struct Page: Codable, Equatable, Sendable {
    var size: Int
    var afterName: String?
  }

  var text: String
  var isOpen: Bool?
  var suits: [Suit]
  var since: Date?
  var page: Page
}

/// Filters in a query and as a field, with a name given explicitly.
@Request
struct Narrowed: Equatable, Sendable {
  @Query var mainFilter: Filter
  @Query("otherFilter") var other: Filter?
  @Field var fieldFilter: Filter
  @Field("by-name") var byName: [String: Int]
}
