package import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Another protocol on a connection after `101 (Switching Protocols)` (RFC 9110 §7.8). A handler returns the protocol with its
/// response, see ``/ContractHTTP/HTTPResponse/init(upgrade:fields:)``.
package protocol ConnectionUpgrade: AnyObject, Sendable {
  /// The value of the `Upgrade` header.
  var protocolName: String { get }

  /// Starts an immediate task on the connection's executor, which runs the protocol between ``UpgradedConnection/begin()`` and
  /// ``UpgradedConnection/end()``. Without a call of `end` the connection stays open.
  ///
  /// The protocol creates the task itself, because each idle connection keeps the frames of all suspended functions, and this
  /// way they are few.
  func start(on connection: UpgradedConnection) -> Task<Void, any Error>
}

extension HTTPResponse {
  /// Creates a response with 101, which hands the connection to another protocol. A request with a body, or of HTTP/1.0, is
  /// refused with 400 instead.
  package init(upgrade: some ConnectionUpgrade, fields: HTTPFields = [:]) {
    self.init(.switchingProtocols, fields: fields)
    arrival = ResponseArrival(connection: upgrade)
  }
}

extension Connection {
  /// True while another protocol, which began with this request, uses the connection.
  func isUpgraded(_ serial: Int) -> Bool { serial == request.serial && state == .upgraded }

  /// Sends the 101 of a handler, after which another protocol uses the connection. Returns false when the connection is closed or
  /// the request cannot switch.
  func switchProtocols(to name: String, _ response: HTTPResponse, for serial: Int) -> Bool {
    guard state == .handling, serial == request.serial else { return false }
    guard let plan = http.machine.upgrade(to: name) else {
      refuse(.badRequest, "a request with a body, or of HTTP/1.0, cannot switch to another protocol")
      pump()
      return false
    }
    server.write(response, as: plan)
    state = .upgraded
    http = server.sharedClosedHTTP(http)
    input = HandlerInput()
    outgoing = StreamedOutput(.none)
    // The head is sent now, because other connections use the shared output when they are processed.
    settle()
    return isUpgraded(serial)
  }

  /// Closes the connection after another protocol.
  func endUpgrade(for serial: Int) {
    guard isUpgraded(serial) else { return }
    closeWhenSent()
    pump()
  }

  func writeUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    // The write moves to the loop, because the handler may run on another executor.
    guard server.loop.isCurrent else {
      return try await withTaskExecutorPreference(server.loop) { try await self.sendUpgraded(bytes, for: serial) }
    }
    try await sendUpgraded(bytes, for: serial)
  }

  private func sendUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    guard server.loop.isCurrent, serial == request.serial, state == .upgraded else {
      throw RequestContentError("the connection is closed")
    }
    if bytes.count <= EngineSettings.maxBytesPerTurn {
      server.output += bytes
    } else {
      // The queue sends long bytes in parts, and does not copy them.
      moveOutputToQueue(from: 0)
      queue.append(bytes)
    }
    await sendOutput(bytes.count)
    guard server.loop.isCurrent, state == .upgraded else { throw RequestContentError("the connection is closed") }
  }
}
