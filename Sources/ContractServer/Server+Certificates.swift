#if TLS
  internal import ContractSockets

  extension Server {
    /// Reloads the files of all certificates for new connections. Open connections are not affected.
    ///
    /// - Throws: ``ServerError`` when a file cannot be used. All certificates then remain unchanged.
    public func reloadCertificates() throws(ServerError) {
      let engine: SocketServer? = state.withLock { state in
        if case .running(let engine, _) = state { engine } else { nil }
      }
      try engine?.reloadCertificates()
    }
  }
#endif
