/// The coding of typed events.
struct EventCoding<Value: Codable & Sendable>: Sendable {
  private let element = ElementCoding<Value>()
  private let kinds = EventKinds((Value.self as? any Schema.Type)?.schema.discriminator)
  /// True if the data is text instead of JSON.
  private var isText: Bool { Value.self == String.self }

  /// Returns the bytes of an event.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, or an id with NUL, CR or LF.
  func bytes(of event: ServerEvents<Value>.Event, _ operation: APIOperation) throws -> [UInt8] {
    var output: [UInt8] = []
    if let id = event.id {
      guard !id.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { throw InvalidEventID() }
      EventText.append("id", Array(id.utf8), to: &output)
    }
    if let retry = event.retry {
      EventText.append("retry", Array("\(retry.wholeMilliseconds)".utf8), to: &output)
    }
    if isText, let text = event.value as? String {
      EventText.append(lines: Array(text.utf8), to: &output)
    } else {
      var json: [UInt8] = []
      try element.write(event.value, operation, &json)
      if let kinds, operation.hasJSONCoder { json = try kinds.tagFirst(json) }
      let (kind, data) = kinds?.split(json) ?? (nil, json[...])
      if let kind { EventText.append("event", kind, to: &output) }
      EventText.append("data", data, to: &output)
    }
    output.append(0x0A)
    return output
  }

  /// Returns the value of a received event.
  func value(of event: ServerEvent, _ operation: APIOperation) throws(JSONContent.Unreadable) -> Value {
    if isText, let text = event.data as? Value { return text }
    guard let kinds else { return try element.read(Array(event.data.utf8), operation, checksRules: false) }
    do throws(JSONContent.Unreadable) {
      return try element.read(kinds.joined(event), operation, checksRules: false)
    } catch {
      // A custom coder may name the tag differently, so that it is in the data.
      let isWhole = operation.hasJSONCoder && event.name == "message"
      guard let completed = kinds.tagged(event) ?? (isWhole ? Array(event.data.utf8) : nil) else { throw error }
      return try element.read(completed, operation, checksRules: false)
    }
  }
}

extension Duration {
  /// The milliseconds of a duration, at least 0. An event stream has no fractions of milliseconds.
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 { return 0 }
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    return isTooLong ? .max : whole + min(attoseconds / 1_000_000_000_000_000, .max - whole)
  }
}

/// An error for an id that an event stream cannot carry.
struct InvalidEventID: Error, CustomStringConvertible {
  var description: String { "the id of an event contains NUL, CR or LF" }
}
