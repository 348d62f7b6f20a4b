import SwiftSyntax

/// A renderer of the description and coding of a request's inputs, shared by all forms of declaration.
struct CodingRenderer {
  let inputs: [InputModel]
  /// The modifiers of each member, such as `public nonisolated `.
  let modifiers: String
  /// The value of `content`; nil for a request without a body.
  let content: LocatedText?
  /// The name of the struct.
  let typeName: Identifier
  /// False if the struct is generic and therefore cannot have static stored rules.
  var storesRules = true
  /// True if a deprecated member is used.
  var isDeprecated = false
  /// True if the decoder calls the generated initializer even if a declared one has the same types.
  var callsDecodingInitializer = false

  /// The maximum number of inputs whose coders take their locations and names. The coders of more inputs take indexes, for
  /// which the compiler emits less code.
  private static let mostNamed = 4

  /// Returns the index of an input in the descriptions; nil if its coder takes its location and name.
  private func index(_ position: Int) -> Int? {
    guard inputs.count > Self.mostNamed, inputs[position].isFrequent else { return nil }
    // The descriptions of property wrappers are at the end.
    return inputs[..<position].count { $0.kind != .custom }
  }

  private var hasIndexes: Bool { inputs.indices.contains { index($0) != nil } }

  /// The name of the struct in its own functions: `Self`, unless a member is called `Self`.
  private var ownType: String { inputs.contains { $0.name.name == "Self" } ? typeName.source : "Self" }

  func render(into writer: inout SourceWriter) {
    renderDescriptions(into: &writer)
    if let content {
      writer.gap()
      writer.line("\(modifiers)static var content: Contract::RequestContent { \(content) }" as LocatedText)
    }
    writer.gap()
    renderDefaults(into: &writer)
    renderEncode(into: &writer)
    writer.gap()
    renderDecode(into: &writer)
    if inputs.contains(where: { !$0.rules.isEmpty }) {
      writer.gap()
      renderRules(into: &writer)
    }
  }

  /// Adds the rules of all inputs. The rules are created once.
  private func renderRules(into writer: inout SourceWriter) {
    writer.block("private nonisolated enum __Rules") { writer in
      for input in inputs where !input.rules.isEmpty {
        writer.rules(
          input.name.local, LocatedText(input.type, spelled: input.type.checked), input.rules, isStored: storesRules)
      }
    }
  }

  /// Returns the arguments of a coder's `check`.
  private func check(_ input: InputModel, _ value: String) -> [String] {
    let name = input.kind == .body ? "" : input.key
    return [".\(input.kind.location)", name.literal, value, "\(ownType).__Rules.\(input.name.local)"]
  }

  /// Returns the default body description of inputs.
  static func content(of inputs: [InputModel]) -> LocatedText? {
    if inputs.contains(where: { $0.kind == .part }) { return ".multipart" }
    guard let input = inputs.first(where: { $0.kind.isContent }) else { return nil }
    return input.kind == .body ? ".inferred(from: \(metatype(input.type)))" : ".json"
  }

  private func renderDescriptions(into writer: inout SourceWriter) {
    writer.block("\(modifiers)static var inputs: [Contract::InputDescription]") { writer in
      // The list is one string literal, because type-checking an array of ten values took as long as the rest of the struct.
      writer.line("Contract::InputDescription.list(")
      writer.indented { writer in
        writer.line("\"\"\"")
        for input in inputs where input.kind != .custom { writer.line(description(input)) }
        writer.line("\"\"\")")
        for input in inputs where !input.rules.isEmpty {
          let name = input.kind == .body ? "body" : input.key
          writer.line(".checked(.\(input.kind.location), \(name.literal), \(ownType).__Rules.\(input.name.local))")
        }
        for input in inputs where input.kind == .custom {
          writer.line("+ Contract::InputDescription.list(\(input.key.literal), at: \(wrapper(input)))")
        }
      }
    }
  }

  /// Returns one line of the list: location, name and type. The location is followed by `*` for a dictionary, and by `?`
  /// for an input that may be absent.
  private func description(_ input: InputModel) -> String {
    let isDictionary = input.kind == .queryDictionary || input.kind == .headerDictionary
    let location = input.kind.location.rawValue + (isDictionary ? "*" : "") + (input.isRequired ? "" : "?")
    let name = input.kind == .body ? "body" : (input.isExact ? "=" : "") + input.key
    let type = input.type.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String("\(location) \(name): \(type)".literal.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  // Local variables start with two underscores and coders with one, so that no input can hide a coder.

  /// Adds the defaults as properties, so that a wrong default causes one error, however often it is used.
  private func renderDefaults(into writer: inout SourceWriter) {
    guard inputs.contains(where: { $0.defaultProperty != nil }) else { return }
    let isIsolated = modifiers.hasSuffix("nonisolated ")
    writer.block("\(modifiers)\(isIsolated ? "" : "nonisolated ")enum __Defaults") { writer in
      for input in inputs {
        guard let value = input.writtenDefault, input.defaultProperty != nil else { continue }
        let text = LocatedText(value.description(spellingSelf: value.owner), at: Syntax(value))
        writer.block("\(modifiers)static var \(input.name.local): \(input.type)" as LocatedText) { writer in
          // The value is assigned to a constant, for which the compiler reports the same error as for a member. This
          // requires that the value follows the type in the user's source, as it does in the statement.
          let follows = input.type.anchor.map { $0.position < value.position } ?? true
          guard follows else { return writer.line(text) }
          writer.line("let __value: \(input.type) = \(text)" as LocatedText)
          writer.line("return __value")
        }
      }
    }
    writer.gap()
  }

  private func renderEncode(into writer: inout SourceWriter) {
    if isDeprecated { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)func encode(into _encoder: inout Contract::RequestEncoder) throws") { writer in
      if hasIndexes { writer.line("_encoder.begin(\(ownType).self)") }
      for (position, input) in inputs.enumerated() {
        if !input.rules.isEmpty { writer.list("try _encoder.check(", check(input, input.storage), ")") }
        renderEncode(input, at: index(position), into: &writer)
        if let value = input.defaultValue, input.mayBeList {
          let arguments = [".\(input.kind.location)", input.key.literal, input.storage, "over: \(value)"]
          writer.list("try _encoder.keepEmpty(", arguments, ")")
        }
      }
    }
  }

  private func renderEncode(_ input: InputModel, at index: Int?, into writer: inout SourceWriter) {
    let key = input.key.literal
    let word = input.type.wholeAnchor
    if let function = input.frequentEncoder {
      let name = index.map { "\($0)" } ?? ".\(input.kind.location), \(key)"
      return writer.line("_encoder.\(function)(\(name), \(input.storage))")
    }
    switch input.kind {
    case .path, .query, .header, .cookie:
      // `() =` excludes the overloads for objects, which return a value and are not allowed for a path, header or cookie.
      let isText = word != nil && input.kind != .query
      let head = "\(isText ? "() = " : "")try _encoder"
      writer.line("\(head)\(".value(.\(input.kind.location), \(key), \(input.storage))", at: word, offset: 1)")
    case .field, .part: writer.line("try _encoder\(".field(\(key), \(input.storage))", at: word, offset: 1)")
    case .body: writer.line("try _encoder\(".body(\(input.storage))", at: word, offset: 1)")
    case .flag: writer.line("try _encoder.flag(\(key), \(input.storage))")
    case .queryDictionary, .headerDictionary:
      writer.list("try _encoder.dictionary(", [".\(input.kind.location)", key, input.storage] + claims(input), ")")
    case .custom:
      writer.line("try _encoder.location(\(key), self._\(input.name.name))")
    }
  }

  private func renderDecode(into writer: inout SourceWriter) {
    writer.block("\(modifiers)static func decode(from _decoder: inout Contract::RequestDecoder) -> Self?") { writer in
      if hasIndexes { writer.line("_decoder.begin(\(ownType).self)") }
      let stored = storedInputs
      for (position, input) in inputs[..<stored].enumerated() {
        let head: LocatedText = "let \(input.name.local) = _decoder.\(decoder(input))("
        writer.list(head, arguments(input, at: index(position)), ")")
        if !input.rules.isEmpty { writer.list("_decoder.check(", check(input, input.name.local), ")") }
      }
      let bindings = inputs.filter { !$0.isAlwaysDecoded }.map { "let \($0.name.local)" }
      if !bindings.isEmpty {
        let refused = stored < inputs.count ? "_decoder.refused(readingFrom: \(stored))" : "nil"
        writer.line("guard \(bindings.joined(separator: ", ")) else { return \(refused) }")
      }
      let members = inputs.enumerated().map { position, input -> LocatedText in
        if position < stored { return "\(input.name.label): \(input.name.local)" }
        return "\(input.name.label): _decoder.\(decoder(input))(\(arguments(input, at: index(position)).listed))"
      }
      writer.list("return \(ownType)(", members + (callsDecodingInitializer ? ["_contract: ()"] : []), ")")
    }
  }

  /// The number of inputs that are read into constants. The others are read in the arguments of the initializer, because the
  /// compiler emits copies of each constant.
  private var storedInputs: Int {
    let isRefusable = inputs.contains { !$0.isAlwaysDecoded }
    // If an input is refused, `refused(readingFrom:)` reads those after it. It knows only their descriptions.
    if isRefusable, !hasIndexes || inputs.contains(where: { $0.kind == .custom }) { return inputs.count }
    let last = inputs.lastIndex { input in
      !input.isAlwaysDecoded || isRefusable && input.defaultValue != nil
        // Only one word of a statement can be at its column in the user's source.
        || !arguments(input, at: nil).listed.isPlain
    }
    return last.map { $0 + 1 } ?? 0
  }

  /// Returns the name of the decoder's function for an input.
  private func decoder(_ input: InputModel) -> String {
    if let function = input.frequentDecoder { return function }
    return switch input.kind {
    case .path, .query, .header, .cookie: "value"
    case .field, .part: "field"
    case .body: "body"
    case .flag: "flag"
    case .queryDictionary, .headerDictionary: "dictionary"
    case .custom: "location"
    }
  }

  private func arguments(_ input: InputModel, at index: Int?) -> [LocatedText] {
    let key = LocatedText(input.key.literal)
    let type: LocatedText = "as: \(Self.metatype(input.type))"
    let location: LocatedText = ".\(input.kind.location.rawValue)"
    let fallback: [LocatedText] =
      input.defaultValue.map { value in
        let written = input.defaultProperty == nil ? input.writtenDefault.map { LocatedText(inner: $0) } : nil
        // `.none` is written with its type. The coders take an optional, for which `.none` would be nil instead of a case of
        // the type.
        if value == ".none" { return ["default: (.none as \(input.type.text))"] }
        return ["default: \(written ?? LocatedText(value))"]
      } ?? []
    if let index, input.isAlwaysDecoded { return ["\(index)"] + fallback }
    if input.frequentDecoder != nil { return [location, key] + fallback }
    return switch input.kind {
    case .path, .query, .header, .cookie: [location, key, type] + fallback
    case .field, .part: [key, type] + fallback
    case .body: [type]
    case .flag: [key]
    case .queryDictionary, .headerDictionary: [location, key, type] + claims(input).map { LocatedText($0) }
    case .custom: [key, LocatedText("at: " + wrapper(input))]
    }
  }

  /// Returns the type as an expression that causes only one error if the type is unknown.
  private static func metatype(_ type: TypeModel) -> LocatedText {
    type.located(type.metatype)
  }

  /// Returns the argument with the names that a dictionary leaves to other inputs.
  private func claims(_ dictionary: InputModel) -> [String] {
    let claimed = inputs.filter { input in
      input.kind.location == dictionary.kind.location && input.kind != dictionary.kind
    }
    return claimed.isEmpty ? [] : ["except: [\(claimed.map(\.key.literal).joined(separator: ", "))]"]
  }

  /// Returns a closure that is never called. Its result determines the wrapper's type, which the macro does not know.
  private func wrapper(_ input: InputModel) -> String { "{ (__self: Self) in __self._\(input.name.name) }" }
}
