public import Contract
internal import ContractCoding

extension Part {
  /// A part whose content is a file, which is read piece by piece while it is sent, by each attempt anew.
  ///
  /// The call has to find it: nothing is sent when it cannot be opened. Its size is found out then; one that has changed
  /// when it is read is an error of the call.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - name: the name of the form's field; in a contract the parameter's unless given.
  ///   - fileName: what the file is called there; the last component of the path unless given.
  public init(
    file path: String, name: String? = nil, fileName: String? = nil, mimeType: String? = "application/octet-stream",
    fields: HTTPFields = HTTPFields()
  ) {
    let source = PartSource(
      path: path, count: { try FileReader(path).length },
      open: {
        let reader = try FileReader(path)
        return { try reader.next() }
      })
    // By bytes, as the system does it: a slash and a combining mark are one character.
    let ownName = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    self.init(source: source, name: name, fileName: fileName ?? ownName, mimeType: mimeType, fields: fields)
  }
}
