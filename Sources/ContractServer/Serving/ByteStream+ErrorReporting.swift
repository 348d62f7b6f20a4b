internal import ContractHTTP
internal import ContractSockets

extension ByteStream {
  /// Returns a stream that reports its errors to the request, as the engine does for connections. A stream that is shorter or
  /// longer than announced is such an error.
  func reportingErrors(to request: any AdmittedRequest) -> ByteStream {
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
