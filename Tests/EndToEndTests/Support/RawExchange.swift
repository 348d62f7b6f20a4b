extension RawConnection {
  /// Sends a request with a JSON body and reads the response.
  func exchange(
    _ method: String, _ target: String, _ fields: [String] = [], body: String? = nil
  ) throws -> Response {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: a\r\n"
    for field in fields { text += field + "\r\n" }
    if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    try write(text + "\r\n" + (body ?? ""))
    return try read()
  }
}
