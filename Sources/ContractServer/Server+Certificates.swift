#if TLS
  internal import ContractSockets

  extension Server {
    /// Reads the files of all certificates again: connections from now on are shown the new ones. Those that are open go
    /// on as they are.
    ///
    /// - Throws: ``ServerError`` when a file cannot be used. Then nothing changes anywhere.
    public func reloadCertificates() throws(ServerError) {
      let engine: SocketServer? = state.withLock { state in
        if case .running(let engine, _) = state { engine } else { nil }
      }
      try engine?.reloadCertificates()
    }
  }
#endif
