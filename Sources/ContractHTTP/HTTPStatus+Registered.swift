extension HTTPStatus {
  /// 100 Continue.
  public static let `continue` = HTTPStatus(unchecked: 100)
  /// 101 Switching Protocols.
  public static let switchingProtocols = HTTPStatus(unchecked: 101)
  /// 200 OK.
  public static let ok = HTTPStatus(unchecked: 200)
  /// 201 Created.
  public static let created = HTTPStatus(unchecked: 201)
  /// 202 Accepted.
  public static let accepted = HTTPStatus(unchecked: 202)
  /// 204 No Content.
  public static let noContent = HTTPStatus(unchecked: 204)
  /// 206 Partial Content.
  public static let partialContent = HTTPStatus(unchecked: 206)
  /// 301 Moved Permanently.
  public static let movedPermanently = HTTPStatus(unchecked: 301)
  /// 302 Found.
  public static let found = HTTPStatus(unchecked: 302)
  /// 303 See Other.
  public static let seeOther = HTTPStatus(unchecked: 303)
  /// 304 Not Modified.
  public static let notModified = HTTPStatus(unchecked: 304)
  /// 307 Temporary Redirect.
  public static let temporaryRedirect = HTTPStatus(unchecked: 307)
  /// 308 Permanent Redirect.
  public static let permanentRedirect = HTTPStatus(unchecked: 308)
  /// 400 Bad Request.
  public static let badRequest = HTTPStatus(unchecked: 400)
  /// 401 Unauthorized.
  public static let unauthorized = HTTPStatus(unchecked: 401)
  /// 403 Forbidden.
  public static let forbidden = HTTPStatus(unchecked: 403)
  /// 404 Not Found.
  public static let notFound = HTTPStatus(unchecked: 404)
  /// 405 Method Not Allowed.
  public static let methodNotAllowed = HTTPStatus(unchecked: 405)
  /// 406 Not Acceptable.
  public static let notAcceptable = HTTPStatus(unchecked: 406)
  /// 408 Request Timeout.
  public static let requestTimeout = HTTPStatus(unchecked: 408)
  /// 409 Conflict.
  public static let conflict = HTTPStatus(unchecked: 409)
  /// 410 Gone.
  public static let gone = HTTPStatus(unchecked: 410)
  /// 412 Precondition Failed.
  public static let preconditionFailed = HTTPStatus(unchecked: 412)
  /// 413 Content Too Large.
  public static let contentTooLarge = HTTPStatus(unchecked: 413)
  /// 414 URI Too Long.
  public static let uriTooLong = HTTPStatus(unchecked: 414)
  /// 415 Unsupported Media Type.
  public static let unsupportedMediaType = HTTPStatus(unchecked: 415)
  /// 416 Range Not Satisfiable.
  public static let rangeNotSatisfiable = HTTPStatus(unchecked: 416)
  /// 417 Expectation Failed.
  public static let expectationFailed = HTTPStatus(unchecked: 417)
  /// 422 Unprocessable Content.
  public static let unprocessableContent = HTTPStatus(unchecked: 422)
  /// 426 Upgrade Required.
  public static let upgradeRequired = HTTPStatus(unchecked: 426)
  /// 428 Precondition Required (RFC 6585).
  public static let preconditionRequired = HTTPStatus(unchecked: 428)
  /// 429 Too Many Requests (RFC 6585).
  public static let tooManyRequests = HTTPStatus(unchecked: 429)
  /// 431 Request Header Fields Too Large (RFC 6585).
  public static let requestHeaderFieldsTooLarge = HTTPStatus(unchecked: 431)
  /// 500 Internal Server Error.
  public static let internalServerError = HTTPStatus(unchecked: 500)
  /// 501 Not Implemented.
  public static let notImplemented = HTTPStatus(unchecked: 501)
  /// 502 Bad Gateway.
  public static let badGateway = HTTPStatus(unchecked: 502)
  /// 503 Service Unavailable.
  public static let serviceUnavailable = HTTPStatus(unchecked: 503)
  /// 504 Gateway Timeout.
  public static let gatewayTimeout = HTTPStatus(unchecked: 504)
  /// 505 HTTP Version Not Supported.
  public static let httpVersionNotSupported = HTTPStatus(unchecked: 505)

  /// The registered reason phrase; empty for an unregistered code.
  public var reasonPhrase: String { Self.reasonPhrases[code] ?? "" }

  private static let reasonPhrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}
