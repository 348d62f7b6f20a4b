extension Wire {
  /// The wire of this package: `k=a&k=b`, `true`, RFC 3339 dates, nil left out.
  public static let standard = Wire()

  /// As Papyrus sends it: `k[]=a`, `k[sub]=v`, brackets as they are, dates in seconds since 2001, nil fields as `null` and
  /// as a bare key. Other characters in names are percent-encoded, which Papyrus leaves out.
  public static let papyrus = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
    $0.form.nils = .bareKey
    $0.json.nils = .null
    $0.dates = .deferredToDate
  }

  /// As Papyrus sent it before its protocols: `k%5B%5D=a`, `1` and `0`, members sorted by name, `/` and `?` unescaped,
  /// dates in seconds since 2001.
  public static let papyrusEndpoints = Wire {
    $0.form.arrays = .brackets
    $0.form.bools = .numeric
    $0.form.unescaped = .unreservedAndSlashAndQuestionMark
    $0.form.sortsKeys = true
    $0.dates = .deferredToDate
  }

  /// As swift-api-client 1.5 sends it: `key[]=v`, `key[sub]=v`, brackets as they are, `/` and `?` unescaped, dates in
  /// seconds since 2001.
  public static let swiftAPIClient = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
    $0.form.unescaped = .unreservedAndSlashAndQuestionMark
    $0.dates = .deferredToDate
  }

  /// As APIKit sends it: `key[]=v`, `key[sub]=v`, brackets as they are, dates in RFC 3339.
  public static let apiKit = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
  }

  /// As RetroSwift sends it, where it sends what can be read: values by their description, names as they are.
  public static let retroSwift = Wire { $0.dates = .deferredToDate }
}
