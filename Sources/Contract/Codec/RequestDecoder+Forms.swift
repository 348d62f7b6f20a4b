extension RequestDecoder {
  /// Returns true if nothing was sent for a name.
  mutating func isAbsent(_ place: ValuePlace, _ name: String) -> Bool {
    place == .query ? texts(place, name).isEmpty : firstText(place, name) == nil
  }

  mutating func one<T>(
    _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> T? {
    guard let found = firstText(place, name) else {
      fail(.missing(place.inputPlace, shownName(place, name), expected: expected()))
      return nil
    }
    if isNothing(found, place, parse) {
      fail(.missing(place.inputPlace, shownName(place, name), expected: expected(), isEmpty: true))
      return nil
    }
    return single(found, place, name, expected(), parse)
  }

  /// Reads a single value, or `default` if it is absent or empty. `name[]` is a different name.
  mutating func one<T>(
    _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String, default: @autoclosure () -> T,
    _ parse: (ParameterText) -> T?
  ) -> T? {
    guard let found = firstText(place, name), !isNothing(found, place, parse) else { return `default`() }
    return single(found, place, name, expected(), parse)
  }

  private mutating func single<T>(
    _ found: (text: ParameterText, isRepeated: Bool), _ place: ValuePlace, _ name: String,
    _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> T? {
    guard !found.isRepeated else {
      fail(.repeated(place.inputPlace, shownName(place, name), expected: expected()))
      return nil
    }
    return value(of: found.text, place, name, expected(), parse)
  }

  mutating func optional<T>(
    _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> T?? {
    guard let found = firstText(place, name), !isNothing(found, place, parse) else { return .some(nil) }
    return single(found, place, name, expected(), parse).map { .some($0) }
  }

  mutating func many<T>(
    _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> [T]? {
    let texts = elements(place, name)
    if texts.count == 1, isNothing((texts[0], false), place, parse) { return [] }
    var values: [T] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      if let value = value(of: text, place, name, expected(), parse) { values.append(value) }
    }
    return values.count == texts.count ? values : nil
  }

  /// Returns true for an empty query value, which HTML forms send for blank fields, unless the type can represent it.
  private func isNothing<T>(
    _ found: (text: ParameterText, isRepeated: Bool), _ place: ValuePlace, _ parse: (ParameterText) -> T?
  ) -> Bool {
    place == .query && found.text.isEmpty && !found.isRepeated && read(found.text, parse) == nil
  }

  /// Returns the elements of an array. A separated array is usually one string, but clients may also repeat the name. A
  /// list in headers may span several lines (RFC 9110 §5.3).
  private mutating func elements(_ place: ValuePlace, _ name: String) -> [ParameterText] {
    let texts = texts(place, name)
    if place == .header { return texts.flatMap(\.listElements) }
    guard place == .query, case .separated(let separator) = request.operation.wire.form.arrays else { return texts }
    return texts.flatMap { $0.split(separator) }
  }

  mutating func optionalMany<T>(
    _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String, _ parse: (ParameterText) -> T?
  ) -> [T]?? {
    guard !texts(place, name).isEmpty else { return .some(nil) }
    return many(place, name, expected(), parse).map { .some($0) }
  }

  /// Parses a text on the operation's wire.
  private func read<T>(_ text: ParameterText, _ parse: (ParameterText) -> T?) -> T? {
    if !request.operation.hasPlainWire, let type = T.self as? any WireValue.Type {
      return type.read(text, on: request.operation.wire) as? T
    }
    return parse(text)
  }

  private mutating func value<T>(
    of text: ParameterText, _ place: ValuePlace, _ name: String, _ expected: @autoclosure () -> String,
    _ parse: (ParameterText) -> T?
  ) -> T? {
    if let value = read(text, parse) { return value }
    let isSecret = place == .header && HTTPFieldName(name)?.isSensitive == true
    fail(
      .type(
        place.inputPlace, shownName(place, name), expected: expected(), found: isSecret ? nil : text.excerpt,
        dates: request.operation.wire.form.dates))
    return nil
  }

  /// Returns the name of a value on the wire.
  private func shownName(_ place: ValuePlace, _ name: String) -> String {
    wireName(name, in: place.inputPlace)
  }
}
