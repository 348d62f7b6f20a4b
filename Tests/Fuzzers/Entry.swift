#if FUZZING
  import FoundationEssentials

  private let fuzzer: Fuzzer = {
    let name = ProcessInfo.processInfo.environment["CONTRACT_FUZZER"] ?? ""
    guard let fuzzer = Fuzzer.all.first(where: { $0.name == name }) else {
      fatalError("there is no fuzzer \"\(name)\"; there are \(Fuzzer.all.map(\.name).joined(separator: ", "))")
    }
    return fuzzer
  }()

  /// The function that libFuzzer calls for each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let complaint = fuzzer.check(bytes) { fatalError(complaint) }
    return 0
  }
#endif
