internal import BenchmarkTodos

/// Times the coders of each case in turn, and prints nanoseconds of processor time and ratios.
struct CodecRace {
  /// The number of turns of each coder.
  var rounds: Int
  /// The duration of one turn.
  var turnNanoseconds = 8_000_000

  /// Runs the first coder of a case `times` times, for a tool that counts instructions.
  static func repeating(_ name: String, times: Int) throws {
    guard let work = try CodecRace(rounds: 0).cases().first(where: { $0.name == name }) else {
      throw UnknownCase(name: name)
    }
    for _ in 0..<times { try work.contestants[0].run() }
  }

  func run() throws {
    var times: [String: Double] = [:]
    for work in try cases() { times[work.name] = try race(work) }
    for kind in ["encode", "decode"] {
      guard let tagged = times["\(kind)_tagged"], let untagged = times["\(kind)_untagged"] else { continue }
      print("json.schema.\(kind)_tagged.ratio_untagged: \((tagged / untagged).rounded(digits: 2))")
    }
  }

  private func cases() throws -> [CodecCase] {
    var cases = try CodecCase.codable("b", CodecSamples.todos)
    cases += try CodecCase.codable("c", CodecSamples.newTodo)
    cases += try CodecCase.codable("escapes", PlainTexts(texts: CodecSamples.escapes))
    cases += try CodecCase.codable("unicode", PlainTexts(texts: CodecSamples.unicode))
    cases += try CodecCase.codable("long_text", PlainTexts(texts: CodecSamples.longText))
    cases += try CodecCase.codable("numbers", CodecSamples.numbers)
    cases += try CodecCase.codable(
      "wide_integers", PlainWideIntegers(int128: CodecSamples.int128, uint128: CodecSamples.uint128))
    cases += try CodecCase.codable("decimals", PlainDecimals(decimals: CodecSamples.decimals))
    cases += try CodecCase.schema("b", Samples.todos)
    cases += try CodecCase.schema("c", Samples.newTodo)
    cases += try CodecCase.schema("escapes", CompiledTexts(texts: CodecSamples.escapes))
    cases += try CodecCase.schema("unicode", CompiledTexts(texts: CodecSamples.unicode))
    cases += try CodecCase.schema("long_text", CompiledTexts(texts: CodecSamples.longText))
    cases += try CodecCase.schema("numbers", CodecSamples.compiledNumbers)
    cases += try CodecCase.schema(
      "wide_integers", CompiledWideIntegers(int128: CodecSamples.int128, uint128: CodecSamples.uint128))
    cases += try CodecCase.schema("decimals", CompiledDecimals(decimals: CodecSamples.decimals))
    cases += try CodecCase.schema("tagged", CodecSamples.taggedEvents)
    cases += try CodecCase.schema("untagged", CodecSamples.eventObjects)
    return cases
  }

  /// - Returns: the nanoseconds of the first coder.
  private func race(_ work: CodecCase) throws -> Double {
    let counts = try work.contestants.map { try calibrate($0) }
    var times = work.contestants.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, contestant) in work.contestants.enumerated() {
        times[index].append(try time(contestant, counts[index]) / Double(counts[index]))
      }
    }
    let foundation = times.count - 1
    for (index, contestant) in work.contestants.dropLast().enumerated() {
      let name = "json.\(contestant.name).\(work.name)"
      print("\(name).ns: \(Median.of(times[index]).rounded(digits: 0))")
      print("\(name).ratio_foundation: \(Median.ofRatios(times[foundation], times[index]).rounded(digits: 2))")
    }
    print("json.foundation.\(work.name).ns: \(Median.of(times[foundation]).rounded(digits: 0))")
    return Median.of(times[0])
  }

  /// Returns the number of runs in one turn.
  private func calibrate(_ contestant: CodecCase.Contestant) throws -> Int {
    var count = 1
    while true {
      let nanoseconds = try time(contestant, count)
      if nanoseconds > Double(turnNanoseconds) / 4 {
        return max(1, Int(Double(count) * Double(turnNanoseconds) / nanoseconds))
      }
      count *= 2
    }
  }

  private func time(_ contestant: CodecCase.Contestant, _ count: Int) throws -> Double {
    let start = ProcessorTime.ofThread()
    for _ in 0..<count { try contestant.run() }
    return Double(ProcessorTime.ofThread() - start)
  }
}

private struct UnknownCase: Error, CustomStringConvertible {
  var name: String
  var description: String { "no case is called \(name)" }
}
