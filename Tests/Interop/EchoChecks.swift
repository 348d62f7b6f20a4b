import ContractClient

/// Calls httpbin and compares its report with the intended request.
struct EchoChecks {
  let echoes: EchoesAPI
  private(set) var mistakes: [String] = []
  private(set) var count = 0

  init(url: String) {
    echoes = EchoesAPI(APIClient(baseURL: url).header("X-Client", "interop"))
  }

  mutating func run() async throws {
    let odd = "a b&c=d+e/ü\"🌈%41"
    let form = try await echoes.form(name: odd, tags: ["x y", "z,&"], isOpen: true, page: Page(size: 3, after: "é"))
    expect(form.form["name"], [odd], "a form's text")
    expect(form.form["tags"], ["x y", "z,&"], "a form's repeated name")
    expect(form.form["isOpen"], ["true"], "a form's Bool")
    expect(form.form["page[size]"], ["3"], "a form's nested member")
    expect(form.form["page[after]"], ["é"], "a form's nested text")

    let json = try await echoes.json(name: odd, tags: ["x", ""], page: nil)
    expect(json.json?.name, odd, "a JSON text")
    expect(json.json?.tags, ["x", ""], "a JSON array")
    expect(json.headers["X-Client"], "interop", "a header of the client")

    let file = Part(
      fileName: "r\"é sumé.txt", mimeType: "text/plain", content: Array("line\r\n--not a boundary\r\n".utf8))
    let upload = try await echoes.upload(title: odd, file: file, more: [Part(text: "one"), Part(text: "two")])
    expect(upload.form["title"], [odd], "a text part")
    expect(upload.files["file"], ["line\r\n--not a boundary\r\n"], "a file part")
    expect(upload.form["more"], ["one", "two"], "parts of one name")

    let filter = Filter(status: "open & new", owners: [1, 2], page: Page(size: 5))
    let search = try await echoes.search(
      owner: "a/b ü", text: odd, tags: ["p", "q"], filter: filter, traceID: "00-ab")
    expect(search.args["text"], [odd], "a query value")
    expect(search.args["tags"], ["p", "q"], "a query's repeated name")
    expect(search.args["filter[status]"], ["open & new"], "a nested query value")
    expect(search.args["filter[owners]"], ["1", "2"], "an array in a nested query value")
    expect(search.args["filter[page][size]"], ["5"], "a query value two levels down")
    expect(search.headers["Trace-Id"], "00-ab", "a header of a parameter")
    expect(search.headers["Authorization"], "Basic YW5uOnA6c3M=", "a static Authorization field")

    let raw = try await echoes.raw(name: "n", content: Array("bytes as they are".utf8))
    expect(raw.data, "bytes as they are", "raw content")
    expect(raw.method, "PUT", "a method")
    expect(try await echoes.trace().method, "TRACE", "a method without content")
  }

  private mutating func expect(_ texts: Echo.Texts?, _ wanted: [String], _ what: String) {
    expect(texts?.texts, wanted, what)
  }

  private mutating func expect<T: Equatable>(_ value: T?, _ wanted: T, _ what: String) {
    count += 1
    if value != wanted { mistakes.append("\(what): sent \(wanted), arrived \(value.map { "\($0)" } ?? "nothing")") }
  }
}
