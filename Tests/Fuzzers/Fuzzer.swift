/// A function that accepts any bytes, and returns its fault.
package struct Fuzzer: Sendable {
  /// The name for `Scripts/fuzz`, and of the folder in `Tests/Corpora`.
  package let name: String

  /// The fault; nil if there is none.
  package let check: @Sendable ([UInt8]) -> String?

  /// All fuzzers. A new one needs a file in this folder and a line in this list.
  package static let all = [
    Fuzzer(name: "form", check: FormFuzzer.check), Fuzzer(name: "query", check: QueryFuzzer.check),
    Fuzzer(name: "multipart", check: MultipartFuzzer.check), Fuzzer(name: "json", check: JSONFuzzer.check),
    Fuzzer(name: "request", check: RequestFuzzer.check), Fuzzer(name: "chunks", check: ChunkFuzzer.check),
    Fuzzer(name: "proxy", check: ProxyFuzzer.check), Fuzzer(name: "forwarded", check: ForwardedFuzzer.check),
    Fuzzer(name: "websocket", check: WebSocketFuzzer.check),
  ]
}
