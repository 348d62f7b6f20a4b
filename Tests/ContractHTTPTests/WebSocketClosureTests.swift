import ContractHTTP
import Testing

@Suite("WebSocket closures")
struct WebSocketClosureTests {
  @Test("A Close frame may contain registered codes and those of libraries and applications")
  func sentCodes() {
    let numbers: [UInt16] = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4000, 4999]
    for number in numbers { #expect(WebSocketCloseCode(rawValue: number).mayTravel, "\(number)") }
  }

  @Test("A Close frame may not contain reserved or unregistered codes")
  func unsentCodes() {
    let numbers: [UInt16] = [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, .max]
    for number in numbers { #expect(!WebSocketCloseCode(rawValue: number).mayTravel, "\(number)") }
  }

  @Test("The named codes have their registered numbers")
  func names() {
    let rows: [(code: WebSocketCloseCode, number: UInt16)] = [
      (.normalClosure, 1000), (.goingAway, 1001), (.protocolError, 1002), (.unsupportedData, 1003),
      (.noStatusReceived, 1005), (.invalidPayload, 1007), (.policyViolation, 1008), (.messageTooBig, 1009),
      (.mandatoryExtension, 1010), (.internalError, 1011), (.serviceRestart, 1012), (.tryAgainLater, 1013),
      (.badGateway, 1014),
    ]
    for row in rows { #expect(row.code.rawValue == row.number) }
  }

  @Test("A closure is normal with 1000, with 1001 and without a code")
  func normal() {
    let rows: [(code: WebSocketCloseCode, isNormal: Bool)] = [
      (.normalClosure, true), (.goingAway, true), (.noStatusReceived, true), (.protocolError, false),
      (.internalError, false), (.serviceRestart, false), (WebSocketCloseCode(rawValue: 4000), false),
    ]
    for row in rows { #expect(WebSocketClosure(row.code).isNormal == row.isNormal, "\(row.code)") }
  }
}
