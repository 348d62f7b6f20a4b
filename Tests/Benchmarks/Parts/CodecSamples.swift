internal import BenchmarkTodos
internal import FoundationEssentials

/// The values that the codecs write and read in addition to (b) and (c): those that leave a fast path.
enum CodecSamples {
  static let todos = Samples.todos.map { PlainTodo(id: $0.id, title: $0.title, done: $0.done, tags: $0.tags) }

  static let newTodo = PlainNewTodo(
    title: Samples.newTodo.title, done: Samples.newTodo.done, tags: Samples.newTodo.tags,
    owner: .init(id: Samples.newTodo.owner.id, name: Samples.newTodo.owner.name))

  /// Quotes, backslashes, line ends and control characters.
  static let escapes = (0..<20).map { "line \($0)\n\t\"quoted\" C:\\temp\\file \u{01}\u{1F}\r\n \"\\\"" }

  /// Characters of two, three and four bytes.
  static let unicode = (0..<20).map { "Größe \($0) naïve Łódź Ωμέγα 東京都千代田区 한국어 🙂👩‍🚀🇫🇷" }

  /// 100 kB of ASCII in one string.
  static let longText = [String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 2_223)]

  static let numbers = PlainNumbers(
    int8: [.min, -1, 0, 7, .max], int16: [.min, -300, 42, .max], int32: [.min, -70_000, 123_456, .max],
    int64: [.min, -5_000_000_000, 0, 1_234_567_890_123, .max], uint8: [0, 9, 200, .max], uint16: [0, 1_000, .max],
    uint32: [0, 3_000_000_000, .max], uint64: [0, 18_000_000_000_000_000_000, .max],
    float: [0, -1.5, 3.1415927, 1.0e-10, 3.4e38],
    double: [0, -0.1, 2.718281828459045, 1.0e-300, 1.7976931348623157e308, 123456.789, 1e21])

  static let compiledNumbers = CompiledNumbers(
    int8: numbers.int8, int16: numbers.int16, int32: numbers.int32, int64: numbers.int64, uint8: numbers.uint8,
    uint16: numbers.uint16, uint32: numbers.uint32, uint64: numbers.uint64, float: numbers.float,
    double: numbers.double)

  static let taggedEvents = CompiledEvents(
    events: (0..<100).map { .labeled(id: $0, label: "priority", by: CompiledTexts(texts: ["ada"])) })
  static let eventObjects = CompiledEventObjects(
    events: (0..<100).map {
      CompiledEventObject(type: "labeled", id: $0, label: "priority", by: CompiledTexts(texts: ["ada"]))
    })

  static let int128: [Int128] = [.min, -70_000, 0, 1_234_567_890_123_456_789_012, .max]
  static let uint128: [UInt128] = [0, 9, 18_446_744_073_709_551_616, .max]

  /// Prices, a long fraction, and the maximum number of digits.
  static let decimals = [
    "0", "-1.5", "19.99", "1234567.89", "0.000000001", "3.1415926535897932384626433832795028841",
    "-99999999999999999999999999999999999999",
  ].compactMap { Decimal(string: $0) }
}
