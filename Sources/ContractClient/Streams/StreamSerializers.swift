extension ResponseSerializer where Received == StreamedResponse, Value == ResponseBytes {
  /// The content in pieces as they arrive.
  public static var bytes: ResponseSerializer { ResponseSerializer { response, _ in response.bytes } }
}

extension ResponseSerializer where Received == StreamedResponse, Value == ResponseLines<String> {
  /// The content as lines of text.
  public static var lines: ResponseSerializer { ResponseSerializer { response, _ in response.lines } }
}

extension ResponseSerializer where Received == StreamedResponse, Value == ServerEvents {
  /// The content as events.
  public static var events: ResponseSerializer {
    ResponseSerializer(accept: "text/event-stream") { response, _ in response.events }
  }
}

extension ResponseSerializer where Received == StreamedResponse {
  /// The content as values, one in each line (JSON Lines).
  public static func jsonLines<Element: Decodable & SendableMetatype>(
    of type: Element.Type = Element.self
  ) -> ResponseSerializer where Value == ResponseLines<Element> {
    ResponseSerializer(accept: "application/jsonl") { response, call in
      response.jsonLines(options: call.configuration.wire.json)
    }
  }
}
