import ContractHTTP
import ContractHTTP1
import Testing

@testable import ContractHTTP1

@Suite("Parsed heads")
struct RequestHeadTests {
  private func parse(_ input: String) -> RequestHead? {
    let input = bytes(input)
    var parser = RequestParser()
    var position = 0
    guard case .head(let head, _) = parser.parse(input.span, from: &position) else { return nil }
    #expect(position == input.count)
    #expect(parser.isIdle)
    return head
  }

  @Test("A request target of each form is split into path, query and authority")
  func targets() throws {
    let rows: [(String, RequestHead.TargetForm, String, String?, String)] = [
      ("GET /a/b?c=d HTTP/1.1", .origin, "/a/b", "c=d", "h"),
      ("GET /? HTTP/1.1", .origin, "/", "", "h"),
      ("GET /a HTTP/1.1", .origin, "/a", nil, "h"),
      ("GET http://x:8/a?b HTTP/1.1", .absolute, "/a", "b", "x:8"),
      ("GET http://x HTTP/1.1", .absolute, "/", nil, "x"),
      ("GET https://x?b HTTP/1.1", .absolute, "/", "b", "x"),
      ("OPTIONS * HTTP/1.1", .asterisk, "*", nil, "h"),
      ("CONNECT x:443 HTTP/1.1", .authority, "x:443", nil, "x:443"),
    ]
    for (line, form, path, query, authority) in rows {
      let head = try #require(parse("\(line)\r\nHost: h\r\n\r\n"), "\(line)")
      #expect(head.targetForm == form)
      #expect(head.path == path)
      #expect(head.query == query)
      #expect(head.authority == authority)
    }
  }

  @Test("A head keeps headers as received and finds them in any letter case")
  func fields() throws {
    let head = try #require(parse("GET / HTTP/1.0\r\nX-A:  b c\t\r\nx-a: d\r\nE:\r\n\r\n"))
    #expect(head.minorVersion == 0)
    #expect(head.text(of: "x-A") == "b c")
    #expect(head.joinedText(of: "X-A") == "b c, d")
    #expect(head.text(of: "E") == "")
    #expect(head.text(of: "F") == nil)
    #expect(head.fields.lines.map(\.name.rawName) == ["X-A", "x-a", "E"])
  }

  @Test("The bytes after a head belong to the next request")
  func pipelined() throws {
    let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    let input = bytes(get + get + "GE")
    var parser = RequestParser()
    var position = 0
    for end in [get.utf8.count, 2 * get.utf8.count] {
      guard case .head = parser.parse(input.span, from: &position) else {
        Issue.record("unexpected step")
        return
      }
      #expect(position == end)
    }
    guard case .needsInput = parser.parse(input.span, from: &position) else {
      Issue.record("unexpected step")
      return
    }
    #expect(position == input.count)
    #expect(!parser.isIdle)
  }

  @Test("The end of a head is found at every length around 1 KiB")
  func steps() {
    for count in 900...1100 {
      let input = bytes("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "v", count: count))\r\n\r\nrest")
      var parser = RequestParser()
      var position = 0
      guard case .head = parser.parse(input.span, from: &position) else {
        Issue.record("\(count)")
        return
      }
      #expect(position == input.count - 4)
    }
  }

  @Test("`ByteSet.token` holds exactly the tchar bytes, `hostName` exactly the unreserved and sub-delims bytes")
  func byteSets() {
    let names = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(ByteSet.token.contains(byte) == HTTPToken.contains(byte))
      #expect(ByteSet.hostName.contains(byte) == names.contains(byte))
    }
  }

  @Test("Control characters other than tab are found at every offset of a byte range")
  func controls() {
    for byte in UInt8.min...UInt8.max {
      let isControl = (byte < 0x20 && byte != 0x09) || byte == 0x7F
      for place in 0..<20 {
        var input = [UInt8](repeating: place.isMultiple(of: 2) ? 0x61 : 0xFF, count: 20)
        input[place] = byte
        #expect(input.span.firstControl(in: 0..<20) == (isControl ? place : 20), "\(byte) at \(place)")
        #expect(input.span.firstControl(in: 0..<place) == place)
      }
    }
  }

  @Test("The end of a token or request target is found at every offset of a byte range")
  func ends() {
    for byte in UInt8.min...UInt8.max where byte != 0x7F {
      let isAllowed = (0x21...0x7E).contains(byte) && byte != 0x23
      for place in 0..<20 {
        for filler in [0x61, 0x2D, 0x7A, 0x5A, 0x31] as [UInt8] {
          var input = [UInt8](repeating: filler, count: 20)
          input[place] = byte
          let end = input.span.endOfToken(in: 0..<20)
          #expect(end == (HTTPToken.contains(byte) ? 20 : place), "\(byte) at \(place)")
          #expect(input.span.endOfToken(in: 0..<place) == place)
          let (stop, question) = RequestTarget.end(input.span, in: 0..<20)
          #expect(stop == (isAllowed ? 20 : place), "\(byte) at \(place)")
          #expect(question == (byte == 0x3F ? place : nil), "\(byte) at \(place)")
          // Adjacent bytes have no effect.
          if place < 19 {
            input[place + 1] = byte &+ 1
            let (token, target) = (input.span.endOfToken(in: 0..<20), RequestTarget.end(input.span, in: 0..<20).0)
            #expect(HTTPToken.contains(byte) ? token > place : token == place)
            #expect(isAllowed ? target > place : target == place)
          }
        }
      }
    }
  }
}
