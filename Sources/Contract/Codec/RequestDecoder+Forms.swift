extension RequestDecoder {
  /// Reads a single value. An absent or empty value results in `default`, or in a failure if `default` is nil. `name[]` is a
  /// different name.
  mutating func one<T>(
    _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    default: @autoclosure () -> T?, _ parse: (ParameterText) -> T?
  ) -> T? {
    // Record the input before reading its text: the request used for recording has no values, and in it a placeholder
    // for several segments is empty, not absent.
    recorder?.text(location, name, T.self, isRequired: true, default: `default`())
    let found = firstText(location, name)
    guard let found, !isNothing(found, location, parse) else {
      if let value = `default`() { return value }
      fail(.missing(location, shownName(location, name), expected: expected(), isEmpty: found != nil))
      return nil
    }
    return single(found, location, name, expected(), parse)
  }

  private mutating func single<T>(
    _ found: FirstText, _ location: ParameterLocation, _ name: String,
    _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> T? {
    guard !found.isRepeated else {
      fail(.repeated(location, shownName(location, name), expected: expected()))
      return nil
    }
    return value(of: found.text, location, name, expected(), parse)
  }

  mutating func optional<T>(
    _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    default: @autoclosure () -> T?, _ parse: (ParameterText) -> T?
  ) -> T?? {
    guard let found = firstText(location, name) else {
      recorder?.text(location, name, T.self, isRequired: false, default: `default`())
      return .some(`default`())
    }
    if isNothing(found, location, parse) { return .some(nil) }
    return single(found, location, name, expected(), parse).map { .some($0) }
  }

  mutating func many<T>(
    _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    default: @autoclosure () -> [T], _ parse: (ParameterText) -> T?
  ) -> [T]? {
    let texts = texts(location, name)
    if texts.isEmpty {
      recorder?.list(location, name, T.self, default: `default`())
      return `default`()
    }
    return values(of: texts, location, name, expected(), parse)
  }

  mutating func optionalMany<T>(
    _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    default: @autoclosure () -> [T]?, _ parse: (ParameterText) -> T?
  ) -> [T]?? {
    let texts = texts(location, name)
    if texts.isEmpty {
      recorder?.list(location, name, T.self, default: `default`())
      return .some(`default`())
    }
    return values(of: texts, location, name, expected(), parse).map { .some($0) }
  }

  private mutating func values<T>(
    of texts: [ParameterText], _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    _ parse: (ParameterText) -> T?
  ) -> [T]? {
    let elements = elements(of: texts, location, name, parse)
    var values: [T] = []
    values.reserveCapacity(elements.count)
    for text in elements {
      if let value = value(of: text, location, name, expected(), parse) { values.append(value) }
    }
    return values.count == elements.count ? values : nil
  }

  /// Returns true for an empty query value, which HTML forms send for blank fields, unless the type can represent it.
  private func isNothing<T>(
    _ found: FirstText, _ location: ParameterLocation, _ parse: (ParameterText) -> T?
  ) -> Bool {
    location == .query && found.text.isEmpty && !found.isRepeated && read(found.text, parse) == nil
  }

  /// Returns the elements of an array, without empty ones that the type cannot represent. A separated array is usually
  /// one string, but clients may also repeat the name. A list in headers may span several lines (RFC 9110 §5.3).
  private func elements<T>(
    of texts: [ParameterText], _ location: ParameterLocation, _ name: String, _ parse: (ParameterText) -> T?
  ) -> [ParameterText] {
    if location == .header {
      // `Set-Cookie` lines are not split: the header may be repeated, but it is not a list (RFC 9110 §5.3).
      return HTTPFieldName(name) == .setCookie ? texts.filter { !$0.isEmpty } : texts.flatMap(\.listElements)
    }
    guard location == .query else { return texts }
    var elements = texts
    // Texts of `PercentEncoded` values are not split: they may contain any separator, and an array of them repeats the name in
    // every style.
    if T.self != PercentEncoded.self, case .separated(let separator) = request.operation.wire.form.arrays {
      elements = texts.flatMap { $0.split(separator) }.flatMap { text in
        guard let parts = text.partsOfElement(separator), read(text, parse) == nil else { return [text] }
        return parts
      }
    }
    return elements.filter { !isNothing(FirstText(text: $0, isRepeated: false), location, parse) }
  }

  /// Parses a string as it is written on the operation's wire.
  private func read<T>(_ text: ParameterText, _ parse: (ParameterText) -> T?) -> T? {
    if !request.operation.hasPlainWire, let type = T.self as? any WireValue.Type {
      return type.read(text, on: request.operation.wire) as? T
    }
    return parse(text)
  }

  private mutating func value<T>(
    of text: ParameterText, _ location: ParameterLocation, _ name: String, _ expected: @autoclosure () -> String,
    _ parse: (ParameterText) -> T?
  ) -> T? {
    if let value = read(text, parse) { return value }
    let isSecret = location == .cookie || location == .header && HTTPFieldName(name)?.isSensitive == true
    fail(
      .type(
        location, shownName(location, name), expected: expected(), found: isSecret ? nil : text.excerpt,
        dates: request.operation.wire.form.dates))
    return nil
  }

  /// Returns the name of a value on the wire.
  private func shownName(_ location: ParameterLocation, _ name: String) -> String {
    wireName(name, in: location)
  }
}
