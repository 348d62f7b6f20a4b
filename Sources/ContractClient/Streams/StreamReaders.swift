extension ResponseReader where Received == StreamedResponse, Value == ByteStream {
  /// A reader that returns the body in chunks as they arrive.
  public static var bytes: ResponseReader { ResponseReader { response, _ in response.bytes } }
}

extension ResponseReader where Received == StreamedResponse, Value == ResponseLines<String> {
  /// A reader that returns the body as lines of text.
  public static var lines: ResponseReader { ResponseReader { response, _ in response.lines } }
}

extension ResponseReader where Received == StreamedResponse, Value == ResponseEvents {
  /// A reader that returns the body as server-sent events.
  public static var events: ResponseReader {
    ResponseReader(accept: "text/event-stream") { response, _ in response.events }
  }
}

extension ResponseReader where Received == StreamedResponse {
  /// Returns a reader that returns the body as JSON values, one per line (JSON Lines).
  public static func jsonLines<Element: Decodable & SendableMetatype>(
    of type: Element.Type = Element.self
  ) -> ResponseReader where Value == ResponseLines<Element> {
    ResponseReader(accept: "application/jsonl") { response, call in
      response.jsonLines(options: call.configuration.wire.json)
    }
  }
}
