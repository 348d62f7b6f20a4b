public import Contract

extension HTTPRequest {
  /// The request as a command for curl, which a POSIX shell reads as it stands.
  ///
  /// Secrets are masked unless `masking` is ``Masking/none``. Content that is text stands behind `--data-raw`; other
  /// content is written by `printf` to curl's standard input. Where curl is to be given content that the request does not
  /// hold, such as a stream, a comment says so. curl adds `User-Agent` and `Accept` when the request has none.
  ///
  /// ```swift
  /// request.curlCommand()
  /// // curl -X PATCH -H 'Content-Type: application/json' --data-raw '{"name":"Jo"}' http://h.example/users/7
  /// ```
  ///
  /// - Parameters:
  ///   - masking: what is not shown.
  ///   - isMultiline: one option on a line.
  ///   - maxContentBytes: longer content is left out, and a comment says so.
  public func curlCommand(
    masking: Masking = .standard, isMultiline: Bool = false, maxContentBytes: Int = .max
  ) -> String {
    CurlCommandWriter(self, masking, maxContentBytes).text(separator: isMultiline ? " \\\n  " : " ")
  }

  /// The request that a command for curl sends.
  ///
  /// It understands the words of a POSIX shell, `$'…'` as browsers write it, and the options that make a request: `-X`,
  /// `-H`, `-d`, `--data-raw`, `--data-binary`, `--data-urlencode`, `--json`, `-G`, `-I`, `-u`, `-b`, `-A`, `-e`,
  /// `--oauth2-bearer`, `--compressed`, `--url`, `--request-target`. Options about the transfer, such as `-k`, `-L`, `-s` and
  /// `--max-time`, count for nothing here. No file is read: `-d @file` is an error, as are `-F` and `-T`.
  ///
  /// - Throws: ``CurlCommandError``.
  public init(curlCommand: String) throws(CurlCommandError) {
    var reader = CurlCommandReader()
    try reader.read(curlCommand)
    self = try reader.request()
  }
}

extension APIClient {
  /// A client that makes the call of a command for curl: `try await APIClient(curlCommand: text).response()`.
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
