import CZlib
import ContractTestSupport
import Testing

@testable import ContractCoding

@Suite("Compression", .ownThreads)
struct CompressionTests {
  /// Text with repetitions and random bytes, which compresses moderately.
  private func sample(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = Randomness.Generator(seed: seed)
    return (0..<count).map { index in
      index % 3 == 0 ? UInt8.random(in: 0...255, using: &generator) : UInt8(truncatingIfNeeded: index / 7)
    }
  }

  private func bareDeflate(_ bytes: [UInt8]) -> [UInt8] {
    let stream = ZStream(deflatingWithWindowBits: -15, level: 6)
    var input = bytes[...]
    var output: [UInt8] = []
    var remaining = Int.max
    _ = stream.run(&input, flush: Z_FINISH, into: &output, remaining: &remaining)
    return output
  }

  @Test(
    "Compressed data is restored, at once and in parts of any size", arguments: [CompressionFormat.gzip, .deflate])
  func roundTrip(_ format: CompressionFormat) throws {
    for count in [0, 1, 2, 100, 16_383, 16_384, 16_385, 100_000] {
      let original = sample(count)
      let compressed = Deflater.deflate(original, format)
      #expect(try Inflater.inflate(compressed, format, maxOutputBytes: count) == original)
      for step in [1, 7, 4096] {
        let inflater = Inflater(format, maxOutputBytes: count)
        let deflater = Deflater(format, level: 1)
        var again: [UInt8] = []
        for start in stride(from: 0, to: count, by: max(step, count / 50)) {
          deflater.deflate(original[start..<min(start + max(step, count / 50), count)], into: &again)
        }
        deflater.finish(into: &again)
        var restored: [UInt8] = []
        for start in stride(from: 0, to: again.count, by: step) {
          try inflater.inflate(again[start..<min(start + step, again.count)], into: &restored)
        }
        try inflater.finish()
        #expect(restored == original)
      }
    }
  }

  @Test(
    "Decompression exceeds the requested size per step by less than 16 KiB, and restores all data",
    arguments: [1, 1000, 65_536])
  func steps(size: Int) throws {
    let original = sample(3000) + [UInt8](repeating: 0, count: 1 << 20) + sample(3000, seed: 2)
    for (format, compressed) in [
      (CompressionFormat.gzip, Deflater.deflate(original, .gzip)), (.deflate, Deflater.deflate(original, .deflate)),
      (.deflate, bareDeflate(original)),
    ] {
      let inflater = Inflater(format, maxOutputBytes: original.count)
      var input = compressed[...]
      var restored: [UInt8] = []
      var hasMore = true
      while hasMore {
        var step: [UInt8] = []
        hasMore = try inflater.inflate(&input, into: &step, upTo: size)
        #expect(step.count < size + 16_384)
        restored += step
      }
      try inflater.finish()
      #expect(restored == original)
    }
  }

  @Test("Raw deflate data is accepted for the zlib format")
  func bare() throws {
    for count in [0, 1, 50_000] {
      let compressed = bareDeflate(sample(count))
      #expect(try Inflater.inflate(compressed, .deflate, maxOutputBytes: count) == sample(count))
    }
  }

  @Test("Concatenated gzip members are decompressed to one byte sequence under one limit")
  func members() throws {
    let parts = [sample(10), [], sample(5000, seed: 2), sample(1, seed: 3)]
    let compressed = parts.flatMap { Deflater.deflate($0, .gzip) }
    let original = parts.flatMap { $0 }
    #expect(try Inflater.inflate(compressed, .gzip, maxOutputBytes: original.count) == original)
    #expect(throws: InflateError.outputTooLarge(limit: original.count - 1)) {
      try Inflater.inflate(compressed, .gzip, maxOutputBytes: original.count - 1)
    }
  }

  @Test("A gzip header with extra bytes, a name and a comment is skipped")
  func header() throws {
    let plain = Deflater.deflate(Array("hello".utf8), .gzip)
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0x1C, 0, 0, 0, 0, 0, 3]
    bytes += [3, 0, 1, 2, 3] + Array("name\0comment\0".utf8) + plain[10...]
    #expect(try Inflater.inflate(bytes, .gzip, maxOutputBytes: 5) == Array("hello".utf8))
  }

  @Test("Compressed data truncated at any byte is refused", arguments: [CompressionFormat.gzip, .deflate])
  func truncation(_ format: CompressionFormat) {
    let compressed = Deflater.deflate(sample(700), format)
    for length in 0..<compressed.count {
      #expect(throws: InflateError.truncated) {
        try Inflater.inflate(Array(compressed.prefix(length)), format, maxOutputBytes: 700)
      }
    }
    let bare = bareDeflate(sample(700))
    for length in 0..<bare.count {
      #expect(throws: InflateError.truncated) {
        try Inflater.inflate(Array(bare.prefix(length)), .deflate, maxOutputBytes: 700)
      }
    }
  }

  @Test("Bytes after the compressed data are refused")
  func trailing() {
    for garbage: [UInt8] in [[0], [0, 0, 0], [0x20], Array("garbage".utf8)] {
      #expect(throws: InflateError.trailingBytes) {
        try Inflater.inflate(Deflater.deflate([1, 2], .gzip) + garbage, .gzip, maxOutputBytes: 10)
      }
      #expect(throws: InflateError.trailingBytes) {
        try Inflater.inflate(Deflater.deflate([1, 2], .deflate) + garbage, .deflate, maxOutputBytes: 10)
      }
    }
    #expect(throws: InflateError.corrupt) {
      try Inflater.inflate(Deflater.deflate([1, 2], .gzip) + [0x1F, 0x8C], .gzip, maxOutputBytes: 10)
    }
    #expect(throws: InflateError.truncated) {
      try Inflater.inflate(Deflater.deflate([1, 2], .gzip) + [0x1F], .gzip, maxOutputBytes: 10)
    }
  }

  @Test("A change of any bit of gzip data is detected, unless the bit has no meaning")
  func corruption() {
    let original = sample(300)
    let compressed = Deflater.deflate(original, .gzip)
    var unnoticed: Set<Int> = []
    for index in compressed.indices {
      for bit in 0..<8 {
        var changed = compressed
        changed[index] ^= 1 << UInt8(bit)
        let restored = try? Inflater.inflate(changed, .gzip, maxOutputBytes: 100_000)
        #expect(restored == nil || restored == original, "byte \(index), bit \(bit)")
        if restored != nil { unnoticed.insert(index) }
      }
    }
    // The text flag, time, extra flags and system of the header, and the bits that fill the last byte, mean nothing.
    #expect(unnoticed.subtracting(3..<10) == [compressed.count - 9])
  }

  @Test("A decompression bomb stops at the output limit, and every further call throws the same error")
  func bomb() throws {
    let zeros = [UInt8](repeating: 0, count: 64 << 20)
    let compressed = Deflater.deflate(zeros, .gzip, level: 9)
    #expect(compressed.count < 100_000)
    let inflater = Inflater(.gzip, maxOutputBytes: 1_000_000)
    var output: [UInt8] = []
    #expect(throws: InflateError.outputTooLarge(limit: 1_000_000)) {
      try inflater.inflate(compressed[...], into: &output)
    }
    #expect(output.count <= 1_000_000)
    // Every further call throws the same error.
    #expect(throws: InflateError.outputTooLarge(limit: 1_000_000)) { try inflater.inflate([1], into: &output) }
    #expect(throws: InflateError.outputTooLarge(limit: 1_000_000)) { try inflater.finish() }
    #expect(try Inflater.inflate(compressed, .gzip, maxOutputBytes: zeros.count).count == zeros.count)
    #expect(throws: InflateError.outputTooLarge(limit: 0)) {
      try Inflater.inflate(Deflater.deflate([1], .gzip), .gzip, maxOutputBytes: 0)
    }
    #expect(throws: InflateError.outputTooLarge(limit: -1)) {
      try Inflater.inflate(Deflater.deflate([1], .gzip), .gzip, maxOutputBytes: -1)
    }
    #expect(try Inflater.inflate(Deflater.deflate([1], .gzip), .gzip, maxOutputBytes: .max) == [1])
  }

  @Test("After a flush, all data passed so far can be decompressed")
  func flush() throws {
    let deflater = Deflater(.gzip)
    let inflater = Inflater(.gzip, maxOutputBytes: 1000)
    for text in ["data: 1\n\n", "data: 2\n\n", ""] {
      var piece: [UInt8] = []
      var restored: [UInt8] = []
      deflater.deflate(Array(text.utf8)[...], into: &piece, flush: .now)
      try inflater.inflate(piece[...], into: &restored)
      #expect(String(decoding: restored, as: UTF8.self) == text)
    }
    #expect(throws: InflateError.truncated) { try inflater.finish() }
  }

  @Test("Decompressing random bytes never traps")
  func noise() {
    var generator = Randomness.Generator(seed: 4)
    for _ in 0..<3000 {
      var bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for format in [CompressionFormat.gzip, .deflate] {
        _ = try? Inflater.inflate(bytes, format, maxOutputBytes: 5000)
      }
      bytes.insert(contentsOf: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], at: 0)
      _ = try? Inflater.inflate(bytes, .gzip, maxOutputBytes: 5000)
    }
  }
}
