internal import Contract

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(Glibc)
  private let writeDescriptor = Glibc.write
#elseif canImport(Musl)
  private let writeDescriptor = Musl.write
#endif

/// Writes what a handler threw, what verification found and which loop stalls to standard error, one line each.
enum StandardErrorReport {
  static func write(_ error: any Error, _ request: ServerRequest) {
    let text = "request \(request.id): \(request.operation.id) threw \(type(of: error)): \(error)"
    write(text)
  }

  static func write(_ finding: VerificationFinding) {
    write("\(finding.severity.rawValue): \(finding.message)")
  }

  static func write(_ stall: LoopStall) {
    write("warning: \(stall)")
  }

  static func write(_ text: String) {
    let line = text.prefix(2000).map { $0.isNewline ? " " : $0 }
    let bytes = Array(String(line).utf8) + [0x0A]
    // SAFETY: the pointer is used only while the array lends it.
    _ = bytes.withUnsafeBytes { writeDescriptor(2, $0.baseAddress, $0.count) }
  }
}
