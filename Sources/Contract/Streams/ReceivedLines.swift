/// The values of a received body of JSON lines: a result, or the body of a request.
struct ReceivedLines<Value: Codable & Sendable>: AsyncSequence, Sendable {
  fileprivate let lines: ByteLines
  fileprivate let maxLineBytes: Int
  fileprivate let operation: APIOperation
  fileprivate let coding: LineCoding<Value>
  /// True on a server, which checks rules, and refuses a request with an invalid line.
  fileprivate let isRequest: Bool

  init(
    _ stream: ByteStream, maxLineBytes: Int, _ operation: APIOperation, _ coding: LineCoding<Value>,
    isRequest: Bool = false
  ) {
    lines = ByteLines(stream, LineSplitter(.lineFeed, maxLineBytes: maxLineBytes, of: operation))
    self.maxLineBytes = maxLineBytes
    self.operation = operation
    self.coding = coding
    self.isRequest = isRequest
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReceivedLines
    private var lines: ByteLines
    private var number = 0
    private var isEnded = false

    fileprivate init(_ source: ReceivedLines) {
      self.source = source
      lines = source.lines
    }

    mutating func next() async throws -> Value? {
      while !isEnded {
        do {
          guard let line = try await lines.next() else { break }
          number += 1
          if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
          return try value(of: line)
        } catch let error as ClientError where source.isRequest && error.code == .responseTooLarge {
          isEnded = true
          throw RefusedInputs(failures: [source.tooLong(number + 1)])
        } catch {
          isEnded = true
          throw error
        }
      }
      isEnded = true
      return nil
    }

    private func value(of line: [UInt8]) throws -> Value {
      let operation = source.operation
      if !source.isRequest, !operation.failures.isEmpty, let document = StreamFailure.document(inLine: line) {
        throw StreamFailure.error(document, of: operation)
      }
      do throws(JSONContent.Unreadable) {
        return try source.coding.value(of: line, operation, checksRules: source.isRequest)
      } catch {
        guard source.isRequest else {
          throw ClientError(
            decoding: error.failures, error.cause ?? error, subject: "line \(number) of the response", for: operation)
        }
        throw RefusedInputs(failures: source.failures(error, line: number))
      }
    }
  }

  /// Returns the faults of a line, whose pointers begin with its index.
  private func failures(_ error: JSONContent.Unreadable, line number: Int) -> [InputFailure] {
    var found = error.failures.map { InputFailure($0, dates: operation.wire.json.dates) }
    if let cause = error.cause as? JSONSyntaxError, found.isEmpty { found = [noJSON(cause)] }
    if found.isEmpty {
      found = [InputFailure(.body, "", .syntax, expected: "JSON", message: "the line is not valid JSON")]
    }
    return found.map {
      InputFailure(
        .body, "/\(number - 1)\($0.name)", $0.code, expected: $0.expected, message: "line \(number): \($0.message)")
    }
  }

  /// Returns the failure for a line that is not JSON, with the column in bytes.
  private func noJSON(_ error: JSONSyntaxError) -> InputFailure {
    InputFailure(
      .body, "", .syntax, expected: "JSON", message: "not JSON at column \(error.offset + 1): \(error.message)")
  }

  private func tooLong(_ number: Int) -> InputFailure {
    let expected = "a line of at most \(maxLineBytes) bytes"
    return InputFailure(
      .body, "/\(number - 1)", .invalid, expected: expected,
      message: "line \(number) of the request body is longer than \(maxLineBytes) bytes")
  }
}
