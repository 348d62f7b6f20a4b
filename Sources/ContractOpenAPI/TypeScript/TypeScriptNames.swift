internal import ContractHTTP

/// The identifiers of a generated file. Each is assigned once; a second use of a name gets a number appended.
struct TypeScriptNames {
  /// The names of the standard library and of the file's fixed part. No type of a document may hide them.
  private static let reserved: Set<String> = [
    "AbortController", "AbortSignal", "Array", "ArrayBuffer", "AsyncGenerator", "AsyncIterable", "BigInt", "Blob",
    "BlobPart", "BodyInit", "Boolean", "CallOptions", "ClientCredentials", "ClientOptions", "Credential",
    "DOMException", "Date", "DecodingError", "Error",
    "ErrorsOf", "File", "FormData", "Function", "Headers", "Infinity", "Iterable", "JSON", "JSONValue", "Map", "Math",
    "NaN", "Number", "Object", "Promise", "ReadableStream", "Record", "RequestInit", "Response", "ResponseError", "Set",
    "String", "Symbol", "TextDecoder", "TextEncoder", "TypeError", "URL", "Uint8Array", "UnknownTag",
  ]

  /// The underscore and the dollar sign, which identifiers may have anywhere.
  private static let marks: Set<UInt32> = [0x5F, 0x24]

  /// Names of the fixed part of a file with channels.
  private static let reservedByChannels: Set<String> = [
    "Channel", "ChannelError", "ChannelOptions", "RangeError", "WebSocket",
  ]

  private var taken: Set<String>

  init(hasChannels: Bool = false) {
    taken = hasChannels ? Self.reserved.union(Self.reservedByChannels) : Self.reserved
  }

  /// Returns a type's identifier for a name of a document: `todo-item` becomes `TodoItem`. An underscore is appended to
  /// reserved names, and a number to names that are taken.
  mutating func type(_ name: String) -> String {
    Self.unique(Self.pascalCase(name), among: &taken)
  }

  /// Returns an identifier that is not in `taken`, and adds it to `taken`.
  static func member(_ name: String, among taken: inout Set<String>) -> String {
    unique(camelCase(name), among: &taken)
  }

  private static func unique(_ name: String, among taken: inout Set<String>) -> String {
    if taken.insert(name).inserted { return name }
    // An underscore is appended to a reserved name. Other names of the fixed part need no check, because they begin with
    // `Wire`.
    var candidate = reserved.contains(name) ? name + "_" : name + "2"
    var number = 2
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }

  /// Returns the words of a name, each with an uppercase first letter: `todo-item` becomes `TodoItem`.
  static func pascalCase(_ name: String) -> String {
    let joined = words(of: name).map { uppercasingFirst($0) }.joined()
    let escaped = joined.isEmpty ? "Unnamed" : startingLikeIdentifier(joined)
    return escaped.utf8.starts(with: "Wire".utf8) ? escaped + "_" : escaped
  }

  /// Returns the name in lower camel case: `Todos.list` becomes `todosList`, and `URLPath` becomes `urlPath`.
  static func camelCase(_ name: String) -> String {
    let words = words(of: name)
    guard let first = words.first else { return "unnamed" }
    return startingLikeIdentifier(lowercasingFirst(first) + words.dropFirst().map { uppercasingFirst($0) }.joined())
  }

  private static func startingLikeIdentifier(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return "_" }
    return marks.contains(first.value) || first.properties.isIDStart ? name : "_" + name
  }

  /// Returns the runs of characters that an identifier may have. Underscores do not separate words, so that `Page_Todo`
  /// keeps its name.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in name.unicodeScalars {
      if marks.contains(scalar.value) || scalar.properties.isIDContinue {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func uppercasingFirst(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return word }
    return first.properties.uppercaseMapping + String(word.unicodeScalars.dropFirst())
  }

  /// Lowercases a leading run of uppercase ASCII letters, except for a letter that starts the next word.
  private static func lowercasingFirst(_ word: String) -> String {
    var bytes = Array(word.utf8)
    let isUpper: (UInt8) -> Bool = { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    let run = bytes.prefix(while: isUpper).count
    let endsAtWord = run > 1 && run < bytes.count && bytes[run] >= UInt8(ascii: "a")
    for index in 0..<(endsAtWord ? run - 1 : run) { bytes[index] += 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
