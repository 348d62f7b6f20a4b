extension Wire {
  /// The default wire: `k=a&k=b`, `true`, RFC 3339 dates, nil omitted.
  public static let standard = Wire()

  /// The wire of Papyrus: `k[]=a`, `k[sub]=v`, unescaped brackets, dates in seconds since 2001, nil as `null` in JSON
  /// and as a bare key in forms. Unlike Papyrus, other characters in names are percent-encoded.
  public static let papyrus = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
    $0.form.nils = .bareKey
    $0.json.nils = .null
    $0.dates = .deferredToDate
  }

  /// The wire of Papyrus before it used protocols: `k%5B%5D=a`, `1` and `0`, members sorted by name, `/` and `?`
  /// unescaped, dates in seconds since 2001.
  public static let papyrusEndpoints = Wire {
    $0.form.arrays = .brackets
    $0.form.bools = .numeric
    $0.form.unescaped = .unreservedAndSlashAndQuestionMark
    $0.form.sortsKeys = true
    $0.dates = .deferredToDate
  }

  /// The wire of swift-api-client 1.5: `key[]=v`, `key[sub]=v`, unescaped brackets, `/` and `?` unescaped, dates in
  /// seconds since 2001.
  public static let swiftAPIClient = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
    $0.form.unescaped = .unreservedAndSlashAndQuestionMark
    $0.dates = .deferredToDate
  }

  /// The wire of APIKit: `key[]=v`, `key[sub]=v`, unescaped brackets, RFC 3339 dates.
  public static let apiKit = Wire {
    $0.form.arrays = .brackets
    $0.form.escapesBrackets = false
  }

  /// The wire of RetroSwift, as far as it is unambiguous: dates in seconds since 2001, names unchanged.
  public static let retroSwift = Wire { $0.dates = .deferredToDate }
}
