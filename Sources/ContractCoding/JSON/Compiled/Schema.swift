/// A type whose JSON reader and writer are compiled for it: `@Schema` makes them.
///
/// The JSON is the same that the type's `Codable` conformance reads and writes through ``JSONReader`` and
/// ``JSONWriter``, and so are the failures; these coders take the compiled way by themselves wherever a type has it, except
/// inside types that are only `Codable`.
public protocol Schema: Codable, SendableMetatype {
  /// Reads a value.
  ///
  /// Steps over exactly one JSON value unless the text is broken.
  ///
  /// - Returns: the value, or nil when the reader knows what is wrong with it.
  static func read(_ reader: inout SchemaReader) -> Self?

  /// Writes the value. What JSON cannot say is remembered by the writer.
  func write(_ writer: inout SchemaWriter)

  /// The type's JSON Schema.
  static var schema: JSONSchema { get }

  // The default implementations of these are compiled in the module of the type, where `read` and `write` are known.

  /// Reads a value into memory.
  ///
  /// - Parameter place: Memory without a value; it has one when the result is true.
  /// - Returns: false when the reader knows what is wrong with the value.
  static func read(_ reader: inout SchemaReader, into place: UnsafeMutablePointer<Self>) -> Bool

  /// Reads an array.
  ///
  /// - Returns: the elements, or nil when the reader knows what is wrong with one of them.
  static func readArray(_ reader: inout SchemaReader) -> [Self]?

  /// Writes an array.
  static func writeArray(_ values: [Self], _ writer: inout SchemaWriter)
}

extension Schema {
  /// Reads a value into memory: code that does not know the type need not ask for its optional at run time.
  @inlinable
  public static func read(_ reader: inout SchemaReader, into place: UnsafeMutablePointer<Self>) -> Bool {
    guard let value = read(&reader) else { return false }
    // SAFETY: whoever calls gives memory for one value, which has none.
    place.initialize(to: value)
    return true
  }

  /// Reads an array, element by element.
  @inlinable
  public static func readArray(_ reader: inout SchemaReader) -> [Self]? {
    guard var array = reader.beginArray([Self].self) else { return nil }
    var values: [Self] = []
    while reader.nextElement(&array) {
      if let value = read(&reader) {
        if values.isEmpty { values.reserveCapacity(reader.roomForElements(array, of: MemoryLayout<Self>.stride)) }
        values.append(value)
      }
    }
    return reader.endArray(array) ? values : nil
  }

  /// Writes an array, element by element.
  @inlinable
  public static func writeArray(_ values: [Self], _ writer: inout SchemaWriter) {
    writer.beginArray()
    values.withUnsafeBufferPointer { elements in
      withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { borrowed in
        guard let first = elements.baseAddress, let place = borrowed.baseAddress else { return }
        for index in 0..<elements.count {
          // A copy of an element would count its references up and down, which threads that answer with the same values
          // would wait for.
          // SAFETY: the array owns the element and outlives this; what `place` has are its bits. They are moved out for
          // as long as it is written and back again, so no reference is counted, and nothing there is ever destroyed.
          UnsafeMutableRawPointer(place).copyMemory(from: first + index, byteCount: MemoryLayout<Self>.size)
          let element = place.move()
          element.write(&writer)
          place.initialize(to: consume element)
          writer.endElement()
        }
      }
    }
    writer.endArray()
  }
}
