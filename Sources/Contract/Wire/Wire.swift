/// The wire format of a contract's values. The client and the server of an endpoint use the same format.
///
/// ```swift
/// @API @Wire(.papyrus)
/// protocol Users { … }
///
/// Endpoint<Search, [User]>(.get, "/users", .wire(Wire { $0.form.arrays = .separated(by: ",") }))
/// ```
///
/// A server reads more than a client writes: arrays in every format except separated ones, lists in one header or in
/// several, any usual word for a `Bool`.
public struct Wire: Sendable {
  /// Queries and `application/x-www-form-urlencoded` bodies; also the format of `Bool`, `Date` and `Data` in paths
  /// and headers.
  public var form: URLFormOptions

  /// Strings in headers.
  public var headerText = HeaderText.verbatim

  /// Arrays in headers.
  public var headerArrays = HeaderArrays.repeated

  /// JSON bodies of requests and results.
  public var json: JSONOptions

  /// Creates a wire format with these options.
  public init(form: URLFormOptions = URLFormOptions(), json: JSONOptions = JSONOptions()) {
    self.form = form
    self.json = json
  }

  /// Creates the standard wire format with changes.
  public init(_ change: (inout Wire) -> Void) {
    self.init()
    change(&self)
  }

  /// The format of strings in multipart parts. Parts are not percent-encoded, so a separator could not be
  /// distinguished from the same character in an element: separated arrays become repeated parts. A part always has a
  /// value, so a bare key would be an empty string.
  package var parts: URLFormOptions {
    var options = form
    if case .separated = options.arrays { options.arrays = .repeated }
    if options.nils == .bareKey { options.nils = .omitted }
    return options
  }

  /// The mapping of Swift names in queries, fields, parts and JSON. Names set explicitly in a contract, path and header
  /// names, and dictionary keys are not mapped. Setting it changes both `form` and `json`.
  public var keys: KeyMapping {
    get { form.keys }
    set {
      form.keys = newValue
      json.keys = newValue
    }
  }

  /// The format of dates. Setting it changes both `form` and `json`.
  public var dates: DateStrategy {
    get { form.dates }
    set {
      form.dates = newValue
      json.dates = newValue
    }
  }
}
