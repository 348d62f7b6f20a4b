/// How the values of a contract are spelled on the wire; both ends of an endpoint use the same.
///
/// ```swift
/// @API @Wire(.papyrus)
/// protocol Users { … }
///
/// Endpoint<Search, [User]>(.get, "/users", .wire(Wire { $0.form.arrays = .separated(by: ",") }))
/// ```
///
/// A server reads more than a client writes: arrays in every spelling but separated ones, lists in one header field or in
/// several, any usual word for a `Bool`.
public struct Wire: Sendable {
  /// Queries and application/x-www-form-urlencoded content; also how a `Bool`, a `Date` and `Data` are spelled in paths
  /// and header fields.
  public var form: URLFormOptions

  /// Texts in header fields.
  public var headerText = HeaderText.verbatim

  /// Arrays in header fields.
  public var headerArrays = HeaderArrays.repeated

  /// JSON content, of requests and of results.
  public var json: JSONOptions

  /// A wire with these spellings.
  public init(form: URLFormOptions = URLFormOptions(), json: JSONOptions = JSONOptions()) {
    self.form = form
    self.json = json
  }

  /// The standard wire with changes.
  public init(_ change: (inout Wire) -> Void) {
    self.init()
    change(&self)
  }

  /// The spelling of texts in parts, where nothing is percent-encoded, so that a separator could not be told from the
  /// same text in an element: separated arrays are repeated parts.
  var parts: URLFormOptions {
    var options = form
    if case .separated = options.arrays { options.arrays = .repeated }
    return options
  }

  /// The names that stand for those in Swift, in queries, fields, parts and JSON. Names that a contract gives explicitly,
  /// path and header names, and keys of dictionaries stay as they are. Setting it sets it everywhere.
  public var keys: KeyMapping {
    get { form.keys }
    set {
      form.keys = newValue
      json.keys = newValue
    }
  }

  /// The spelling of dates. Setting it sets it everywhere.
  public var dates: DateStrategy {
    get { form.dates }
    set {
      form.dates = newValue
      json.dates = newValue
    }
  }
}
