public import Contract

/// The options of the WebSockets that a client opens by contract calls.
struct WebSocketSettings: ClientConfigurationKey {
  static let defaultValue = WebSocketSettings()

  var options = WebSocketOptions()
  /// The offered subprotocols in order of preference.
  var protocols: [String] = []
}

extension ClientConfiguration {
  var webSocketSettings: WebSocketSettings {
    get { self[WebSocketSettings.self] }
    set { self[WebSocketSettings.self] = newValue }
  }
}

extension APIClient {
  /// Returns a client whose contract calls open WebSockets with these options. Fluent calls pass the options as
  /// parameters; see ``webSocket(protocols:options:fileID:line:function:)``.
  ///
  /// ```swift
  /// let chat = try await ChatAPI(client.webSocketOptions(options, protocols: ["chat.v2"])).chat(room: "swift")
  /// ```
  ///
  /// - Parameters:
  ///   - options: The limits and timeouts of the client's end.
  ///   - protocols: The subprotocols offered to the server, in order of preference.
  public func webSocketOptions(_ options: WebSocketOptions, protocols: [String] = []) -> APIClient {
    with(\.webSocketSettings, WebSocketSettings(options: options, protocols: protocols))
  }
}
