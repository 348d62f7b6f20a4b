import ContractServer

/// Keeps nothing, and returns what it has received.
struct ShopService: Shop {
  func articles(search: String?, kinds: [Kind], inStock: Bool?, limit: Int) -> [Article] {
    (1...max(1, min(limit, 3))).map {
      Article(id: $0, name: search ?? "article \($0)", kind: kinds.first ?? .book, parts: nil)
    }
  }

  func support(topic: String, name: String) -> Channel<Question, Answer> {
    Channel { connection in
      try await connection.send(.greeting(to: name, topic: topic))
      for try await question in connection {
        guard case .ask(let ask) = question else { throw WebSocketClosure(.goingAway, reason: "welcome") }
        try await connection.send(.reply(text: "\(ask.text) \(ask.article.map { "\($0)" } ?? "none")"))
      }
    }
  }

  func article(id: Int) throws -> Article {
    if id == 404 { throw ShopError.notFound(id: id) }
    return Article(
      id: id, name: "article \(id)", kind: .tool, parts: [Article(id: 1, name: "part", kind: .toy, parts: nil)])
  }

  func add(_ article: NewArticle) throws -> Article {
    if article.name == "taken" { throw ShopError.taken(name: article.name) }
    return Article(id: .max, name: article.name, kind: article.kind, parts: nil)
  }

  func pay(id: Int, with payment: Payment) -> Receipt {
    switch payment {
    case .card(let number, _): Receipt(text: "order \(id) by card \(number)", bytes: .max)
    case .invoice(let email): Receipt(text: "order \(id) by invoice to \(email)", bytes: 0)
    }
  }

  func upload(id: Int, title: String, image: Part, more: [Part]) -> Receipt {
    let names = ([image] + more).map { $0.fileName ?? "?" }.joined(separator: ", ")
    return Receipt(text: "\(title): \(names) (\(image.mimeType ?? "?"))", bytes: Int64(image.data.count))
  }

  func message(from name: String, text: String, urgent: Bool?) -> Receipt {
    Receipt(text: "\(name): \(text)\(urgent == true ? "!" : "")", bytes: Int64(text.utf8.count))
  }

  func me() -> String {
    ServerRequest.current?.principal(String.self) ?? "nobody"
  }

  func echo(requestSource: String?, session: String?) -> Receipt {
    Receipt(text: "source \(requestSource ?? "none"), session \(session ?? "none")", bytes: 0)
  }

  func news(first: Int) -> ServerEvents<Answer> {
    let next = Lock(first)
    return ServerEvents(
      AsyncThrowingStream<Answer, any Error> {
        try await Task.sleep(for: .milliseconds(20))
        let number = next.withLock { next in
          defer { next &+= 1 }
          return next
        }
        return .reply(text: "news \(number)")
      })
  }

  func backup(bytes: Int) -> ByteStream { ByteStream([UInt8](repeating: 7, count: max(0, min(bytes, 1 << 20)))) }

  func restore(data: ByteStream) async throws -> Receipt {
    var count = 0
    for try await chunk in data { count += chunk.count }
    return Receipt(text: "restored as \(data.mediaType?.description ?? "?")", bytes: Int64(count))
  }

  func remove(id: Int) {}
}
