// Messages of WebSockets.
extension OperationComparison {
  /// Compares messages: sent messages like requests, and received messages like responses.
  mutating func compareChannels(_ schemas: inout SchemaComparison) {
    switch (old.channel, new.channel) {
    case (nil, nil): return
    case (nil, let channel?):
      report(
        .channelDescribed, at: channel.node.pointer, isInNew: true,
        "The messages of the WebSocket are now described")
    case (let channel?, nil):
      report(
        .channelUndescribed, at: channel.node.pointer, isInNew: false,
        "The messages of the WebSocket are no longer described")
    case (let before?, let now?):
      compareSent(before.sent, now.sent, &schemas)
      compareReceived(before.received, now.received, &schemas)
      compareSubprotocols(before, now)
    }
  }

  private mutating func compareSent(
    _ old: [OpenAPIMediaType], _ new: [OpenAPIMediaType], _ schemas: inout SchemaComparison
  ) {
    for format in old {
      if let newer = new.named(format.name) {
        compare(format, newer, .request, &schemas)
      } else {
        report(
          .sentMediaTypeRemoved, at: format.node.pointer, isInNew: false,
          "Clients can no longer send messages as `\(format.name)`")
      }
    }
    for format in new where old.named(format.name) == nil {
      report(
        .sentMediaTypeAdded, at: format.node.pointer, isInNew: true,
        "Clients can now send messages as `\(format.name)`")
    }
  }

  private mutating func compareReceived(
    _ old: [OpenAPIMediaType], _ new: [OpenAPIMediaType], _ schemas: inout SchemaComparison
  ) {
    for format in old {
      if let newer = new.named(format.name) {
        compare(format, newer, .response, &schemas)
      } else {
        report(
          .receivedMediaTypeRemoved, .response, at: format.node.pointer, isInNew: false,
          "Clients no longer receive messages as `\(format.name)`")
      }
    }
    for format in new where old.named(format.name) == nil {
      report(
        .receivedMediaTypeAdded, .response, at: format.node.pointer, isInNew: true,
        "Clients receive messages as `\(format.name)`, which they do not expect")
    }
  }

  private mutating func compareSubprotocols(_ old: OpenAPIChannel, _ new: OpenAPIChannel) {
    for name in old.subprotocols where !new.subprotocols.contains(name) {
      report(
        .subprotocolRemoved, at: old.node.pointer + "/subprotocols", isInNew: false,
        "The subprotocol `\(name)` is no longer supported; clients that require it fail")
    }
    for name in new.subprotocols where !old.subprotocols.contains(name) {
      report(
        .subprotocolAdded, at: new.node.pointer + "/subprotocols", isInNew: true, "The subprotocol `\(name)` is new")
    }
  }
}
