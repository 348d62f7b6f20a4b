extension ByteStream {
  /// Opens a file, as a body that a client sends or as the result of a service.
  ///
  /// ```swift
  /// try await api.restore(data: ByteStream(file: "backup.tar"))   // a client
  ///
  /// func backup() async throws -> ByteStream {                     // a service
  ///   try ByteStream(file: "backup.tar")
  /// }
  /// ```
  ///
  /// The length is the current size of the file. The file stays open until the stream is released. It is read in chunks of 64
  /// KiB outside the loop of a connection; a server without TLS passes it from the kernel to the socket. The stream can be sent
  /// repeatedly, so calls with it may be retried. If the file becomes shorter, the message is incomplete and its connection is
  /// closed.
  ///
  /// - Parameters:
  ///   - path: a path that no peer has chosen.
  ///   - range: the offsets of the bytes, such as a chunk of an upload. Nil: the whole file.
  ///   - mediaType: the media type of the bytes. Nil: by the extension, `application/octet-stream` if unknown.
  /// - Throws: ``FileError`` if there is no such regular file (``FileError/isMissing``), if it cannot be read, or if
  ///   the range exceeds its size.
  public init(file path: String, bytes range: Range<Int>? = nil, mediaType: MediaType? = nil) throws(FileError) {
    var reader = try FileReader(path: path)
    if let range {
      guard (0...reader.length).contains(range.lowerBound), range.upperBound <= reader.length else {
        throw FileError("\(path) has \(reader.length) bytes, fewer than the range \(range)", nil)
      }
      reader = reader.part(range)
    }
    self.init(
      reading: reader, mediaType: mediaType ?? MediaType(FileMediaTypes.type(of: path)))
  }

  /// Creates a stream of all bytes of a reader, which is read outside loops and can be sent repeatedly.
  package init(reading file: FileReader, mediaType: MediaType?) {
    self.init(
      length: file.length, mediaType: mediaType, file: file,
      reopen: { ByteStream(reading: file.part(0..<file.length), mediaType: mediaType) },
      next: {
        // `FileWork` leaves the calling thread: a disk may be slow, and the caller may be a task on the loop of a connection.
        try await FileWork.chunk { try file.next() }
      })
  }

  /// Creates a stream of the bytes of a reader, which is read wherever the stream is sent.
  ///
  /// - Parameter mediaType: the media type of the bytes; nil for the contract's.
  package init(_ file: FileReader, mediaType: MediaType? = nil) {
    self.init(length: file.length, mediaType: mediaType, file: file) { try file.next() }
  }

  /// Writes the bytes to a file as they arrive.
  ///
  /// ```swift
  /// func restore(data: ByteStream) async throws { try await data.write(to: "backup.tar") }
  /// ```
  ///
  /// The file appears under its name when it is complete and on the disk (`fsync`), replacing a file with that name.
  /// Until then the bytes are in a temporary file next to it, which is removed if the stream fails or the task is
  /// cancelled. Only a killed process leaves it, as `NAME.RANDOM.part`.
  ///
  /// - Parameter path: a path that no peer has chosen.
  /// - Returns: the number of bytes.
  /// - Throws: ``FileError``, or any error of the stream.
  @discardableResult
  public func write(to path: String) async throws -> Int {
    let file = try NewFile(at: path)
    while let chunk = try await next() {
      try await FileWork.chunk { try file.append(chunk) }
    }
    // A stream may end early, without an error, when its reader is cancelled. The file must not be finished then.
    try Task.checkCancellation()
    if let length, file.byteCount != length { throw FileError("the stream ended before its announced length", nil) }
    try await FileWork.long { try file.finish() }
    return file.byteCount
  }
}
