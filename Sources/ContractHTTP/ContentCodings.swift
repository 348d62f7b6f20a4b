extension HTTPFieldValue {
  /// The content codings in this value of `Content-Encoding`, in lowercase.
  package var contentCodings: [String] {
    rawValue.lowercasedASCII.split(whereByte: { ", \t".utf8.contains($0) }).map(String.init)
  }
}

extension HTTPFields {
  /// The content codings of the body in the order of their application, in lowercase (RFC 9110 §8.4).
  package var contentCodings: [String] { values(.contentEncoding).flatMap(\.contentCodings) }
}
