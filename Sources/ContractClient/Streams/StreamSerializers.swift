extension ResponseReader where Received == StreamedResponse, Value == ResponseBytes {
  /// The content in pieces as they arrive.
  public static var bytes: ResponseReader { ResponseReader { response, _ in response.bytes } }
}

extension ResponseReader where Received == StreamedResponse, Value == ResponseLines<String> {
  /// The content as lines of text.
  public static var lines: ResponseReader { ResponseReader { response, _ in response.lines } }
}

extension ResponseReader where Received == StreamedResponse, Value == ServerEvents {
  /// The content as events.
  public static var events: ResponseReader {
    ResponseReader(accept: "text/event-stream") { response, _ in response.events }
  }
}

extension ResponseReader where Received == StreamedResponse {
  /// The content as values, one in each line (JSON Lines).
  public static func jsonLines<Element: Decodable & SendableMetatype>(
    of type: Element.Type = Element.self
  ) -> ResponseReader where Value == ResponseLines<Element> {
    ResponseReader(accept: "application/jsonl") { response, call in
      response.jsonLines(options: call.configuration.wire.json)
    }
  }
}
