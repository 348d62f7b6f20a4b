internal import ContractHTTP
internal import ContractSockets

extension ByteStream {
  /// Returns a stream in process that a request watches as the engine would: the request gets its error, also that of a stream
  /// that is shorter or longer than announced.
  func watched(by request: any AdmittedRequest) -> ByteStream {
    let read = Lock(0)
    let next: @Sendable () async throws -> [UInt8]? = { [self] in
      do {
        let chunk = try await self.next()
        let count = read.withLock { read in
          read += chunk?.count ?? 0
          return read
        }
        if let length, chunk == nil ? count < length && !Task.isCancelled : count > length {
          throw StreamLengthError(count, announced: length)
        }
        return chunk
      } catch {
        request.streamFailed(error)
        throw error
      }
    }
    guard let file else { return passing(mediaType: mediaType, next: next) }
    return ByteStream(length: length, mediaType: mediaType, file: file, next: next).beating(heartbeat)
  }
}
