internal import CPosix

extension String {
  /// Creates the system's message for an errno.
  package init(errno code: Int32) {
    var bytes = [CChar](repeating: 0, count: 128)
    contract_error_text(code, &bytes, bytes.count)
    self = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
