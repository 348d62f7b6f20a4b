public import Contract

extension HTTPRequest {
  /// Returns the request as a curl command for a POSIX shell.
  ///
  /// Secrets are masked unless `masking` is ``Masking/none``. A UTF-8 body follows `--data-raw`; `printf` pipes any
  /// other body to curl's standard input. A body that the request does not hold in memory, such as a stream, is
  /// replaced by a comment. curl adds `User-Agent` and `Accept` when the request has none.
  ///
  /// ```swift
  /// request.curlCommand()
  /// // curl -X PATCH -H 'Content-Type: application/json' --data-raw '{"name":"Jo"}' http://h.example/users/7
  /// ```
  ///
  /// - Parameters:
  ///   - masking: The rules for replacing secrets.
  ///   - isMultiline: Whether each option gets its own line.
  ///   - maxContentBytes: The maximum body size in bytes; a longer body is replaced by a comment.
  public func curlCommand(
    masking: Masking = .standard, isMultiline: Bool = false, maxContentBytes: Int = .max
  ) -> String {
    CurlCommandWriter(self, masking, maxContentBytes).text(separator: isMultiline ? " \\\n  " : " ")
  }

  /// Creates the request that a curl command sends.
  ///
  /// Reads the words of a POSIX shell, `$'…'` as browsers write it, and the options that shape a request: `-X`, `-H`,
  /// `-d`, `--data-raw`, `--data-binary`, `--data-urlencode`, `--json`, `-G`, `-I`, `-u`, `-b`, `-A`, `-e`,
  /// `--oauth2-bearer`, `--compressed`, `--url`, `--request-target`, `--path-as-is`. Options of the transfer, such as
  /// `-k`, `-L`, `-s` and `--max-time`, are ignored. Files are never read: `-d @file`, `-F` and `-T` are errors.
  ///
  /// - Throws: ``CurlCommandError``.
  public init(curlCommand: String) throws(CurlCommandError) {
    self = try CurlCommandReader.request(from: curlCommand)
  }
}

extension APIClient {
  /// Creates a client that sends the request of a curl command: `try await APIClient(curlCommand: text).response()`.
  ///
  /// - Throws: ``CurlCommandError``.
  public init(
    curlCommand: String, transport: (any ClientTransport)? = nil
  ) throws(CurlCommandError) {
    let request = try HTTPRequest(curlCommand: curlCommand)
    self = APIClient(baseURL: "\(request.scheme ?? "http")://\(request.authority ?? "")", transport: transport)
      .method(request.method)
      .modifyRequest { outgoing, _ in
        outgoing.target = request.target
        outgoing.body = request.body
        outgoing.fields = request.fields.adding(outgoing.fields)
      }
  }
}
