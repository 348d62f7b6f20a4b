internal import ContractClient
internal import ContractLoop

/// A recorder that writes exchanges into a folder, numbered in the order of their completion.
final class FixtureRecorder: Sendable {
  private struct State {
    var names: [String] = []
    /// The secrets of all exchanges so far. A later exchange may contain them in parts that are not masked.
    var secrets = FixtureSecrets()
  }

  private let folder: FixtureFolder
  private let masking: Masking
  private let state = Lock(State())
  let limits: RecordingLimits

  init(
    _ path: String, _ masking: Masking, replacing: Bool, limits: RecordingLimits = RecordingLimits()
  ) throws(FixtureError) {
    folder = FixtureFolder(path: path, maxBytes: limits.maxFileBytes)
    self.masking = masking
    self.limits = limits
    try folder.make()
    if replacing {
      let names = try folder.names()
      // All files are read first: if one of them is not a fixture, no file is removed.
      for name in names { _ = try folder.read(name) }
      for name in names { try folder.remove(name) }
    }
    // Fails now, not after the first exchange.
    _ = try folder.nextNumber()
  }

  var names: [String] { state.withLock { $0.names } }

  func record(
    _ request: HTTPRequest, _ content: [UInt8], _ response: HTTPResponse, _ options: TransportOptions
  ) throws(ClientError) {
    let masking = masking.hiding(options.credentialLocations)
    let now = Int(TimeSource.system.unixSeconds)
    var known = FixtureSecrets(request, nil, masking, now: now)
    let fresh = FixtureSecrets(request, response, masking, now: now)
    let secrets = state.withLock { state in
      known.formUnion(state.secrets)
      state.secrets.formUnion(fresh)
      return state.secrets
    }
    let fixture = Fixture(request, content: content, response, masking, known: known, secrets: secrets)
    do throws(FixtureError) {
      let name = try folder.write(fixture)
      state.withLock { $0.names.append(name) }
    } catch {
      throw ClientError(.transport, stage: .exchange, "the exchange cannot be recorded: \(error)", cause: error)
    }
  }
}
