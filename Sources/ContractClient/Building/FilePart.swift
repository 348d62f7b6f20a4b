public import Contract
internal import ContractCoding
internal import ContractHTTP

extension Part {
  /// Creates a part that reads a file in chunks while it is sent. Each attempt reads the file again.
  ///
  /// A call whose file cannot be opened throws before anything is sent. The size is determined when the call starts;
  /// the call throws if the size changes later.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the form field. Default in a contract: the parameter's name.
  ///   - fileName: The file name sent to the server. Default: the last component of the path.
  public init(
    file path: String, name: String? = nil, fileName: String? = nil, mimeType: String? = "application/octet-stream",
    fields: HTTPFields = HTTPFields()
  ) {
    let source = PartSource(
      path: path, count: { try FileReader(path: path).length },
      open: {
        let reader = try FileReader(path: path)
        return { try reader.next() }
      })
    // The path is split by bytes, as the system does: a slash and a following combining mark form one `Character`.
    let ownName = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    self.init(source: source, name: name, fileName: fileName ?? ownName, mimeType: mimeType, fields: fields)
  }
}
