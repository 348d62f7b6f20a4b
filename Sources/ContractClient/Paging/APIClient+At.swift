internal import Contract

extension APIClient {
  /// The same call at a place that a response has named, such as the next page: a URL, or a reference relative to the
  /// client's own. It takes the place of path and query; what is given of them after it is an error of the call.
  ///
  /// ```swift
  /// let users = client("users")
  /// let pages = Pages(next: { $0.1.link("next") }) { link in
  ///   try await (link.map(users.at) ?? users).call(.http, as: .decodableWithResponse([User].self))
  /// }
  /// ```
  ///
  /// The call throws `ClientError` with the code `invalidInput` for what is no URL or leads to another origin: the client's
  /// fields and credentials are not for everybody. The operation is named as before.
  public func at(_ reference: String) -> APIClient {
    let placed = removingQuery().changed { $0.draft.placeDepth = $0.draft.path.segments.count }
    return placed.modifyRequest { request, _ in
      do throws(CurlURL.ParseError) {
        let here = try CurlURL(request.url)
        let there = try CurlURL(reference, relativeTo: request.url).openingHandshake
        guard there.hasSameOrigin(as: here), !there.hasUserinfo else {
          throw CurlURL.ParseError(text: "it leads to another origin, or has credentials")
        }
        request.target = there.target
      } catch {
        throw ClientError(.invalidInput, stage: .encode, "the link cannot be followed: \(error.text)")
      }
    }
  }
}
