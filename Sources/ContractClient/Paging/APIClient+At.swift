internal import Contract
internal import ContractCurl

extension APIClient {
  /// Returns a client whose calls go to a URL from a response, such as the next page or an upload session.
  ///
  /// ```swift
  /// let users = client("users")
  /// let pages = Pages(next: { $0.1.link("next") }) { link in
  ///   try await (link.map(users.at) ?? users).call(.http, as: .decodableWithResponse([User].self))
  /// }
  /// let location = response.fields[.location]?.rawValue ?? ""
  /// try await client.at(location, named: "uploads.finish").query("digest", digest).put()
  /// let upload = try await UploadsAPI(client.at(location)).finish(id: id, digest: digest)
  /// ```
  ///
  /// The reference replaces the path and the query set so far; query parameters added afterwards are appended. A call
  /// of a contract uses the endpoint's method, headers, body and result. Its path parameters are not sent, and its
  /// query parameters are appended unless the reference already has them.
  ///
  /// The call throws `ClientError` with the code `invalidInput` if the reference is not a URL, or if a path is added
  /// after the reference. It also throws for a reference to another origin, because headers and credentials belong to
  /// the client's origin.
  ///
  /// - Parameter reference: A URL, or a reference relative to the URL of the call (RFC 3986 §5.2).
  public func at(_ reference: String) -> APIClient {
    removingQuery().changed { values in
      values.draft.links.append(reference)
      values.draft.linkDepth = values.draft.path.segments.count
    }
  }

  /// Returns a client whose calls go to a URL from a response; see ``at(_:)``.
  ///
  /// - Parameter name: The operation ID of fluent calls in errors, logs and metrics, such as `uploads.finish`. Without
  ///   a name it is the method and the client's path before the reference, or `/{link}` for a client without a path.
  ///   Contract calls keep their IDs.
  public func at(_ reference: String, named name: String) -> APIClient {
    at(reference).changed { $0.draft.operationName = name }
  }
}

/// The resolution of references that calls follow.
enum FollowedLinks {
  /// Returns the request target after following references, one after the other.
  ///
  /// - Throws: ``/Contract/ClientError`` for a reference that cannot be followed.
  static func target(of request: HTTPRequest, following links: [String]) throws(ClientError) -> String {
    var linked = request
    do throws(CurlURL.ParseError) {
      for link in links {
        let here = try CurlURL(linked.url)
        let there = try CurlURL(link, relativeTo: linked.url).openingHandshake
        guard there.hasSameOrigin(as: here), !there.hasUserinfo else {
          throw CurlURL.ParseError(text: "it leads to another origin or contains credentials")
        }
        linked.target = there.target
      }
    } catch {
      throw ClientError(.invalidInput, stage: .encode, "the link cannot be followed: \(error.text)")
    }
    return appending(query(of: request.target), to: linked.target)
  }

  /// Appends the query parameters whose names the target does not have.
  private static func appending(_ query: Substring, to target: String) -> String {
    let names = Set(members(Self.query(of: target)).map(name))
    return members(query).reduce(target) { target, member in
      if names.contains(name(member)) { return target }
      return target + (target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + member
    }
  }

  private static func query(of target: String) -> Substring {
    Substring(target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
  }

  private static func members(_ query: Substring) -> [Substring] {
    query.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }
  }

  private static func name(_ member: Substring) -> String {
    Masking.decoded(member.prefix(toByte: "="))
  }
}
