internal import Contract

extension APIClient {
  /// Returns a client whose calls go to a URL that a response has named, such as the next page or an upload session.
  ///
  /// ```swift
  /// let users = client("users")
  /// let pages = Pages(next: { $0.1.link("next") }) { link in
  ///   try await (link.map(users.at) ?? users).call(.http, as: .decodableWithResponse([User].self))
  /// }
  /// let place = response.fields[.location]?.rawValue ?? ""
  /// try await client.at(place, named: "uploads.finish").query("digest", digest).put()
  /// let upload = try await UploadsAPI(client.at(place)).finish(id: id, digest: digest)
  /// ```
  ///
  /// The reference replaces the path, and the query that the client has been given so far. A query given after it is
  /// appended. A call of a contract keeps its types: method, headers, body and result are the endpoint's, its path
  /// parameters are not sent, and of its query those members are appended whose names the reference does not have.
  ///
  /// The call throws `ClientError` with the code `invalidInput` for a reference that is not a URL or leads to another
  /// origin, because the client's headers and credentials are for its own origin, and for a path given after it.
  ///
  /// - Parameter reference: a URL, or a reference relative to the URL of the call without it (RFC 3986 §5.2).
  public func at(_ reference: String) -> APIClient {
    removingQuery().changed { values in
      values.draft.links.append(reference)
      values.draft.linkDepth = values.draft.path.segments.count
    }
  }

  /// Returns a client whose calls go to a URL that a response has named; see ``at(_:)``.
  ///
  /// - Parameter name: the operation of fluent calls in errors, logs and metrics, such as `uploads.finish`. Without a name it
  ///   is the method and the path that the client had before, or `/{link}` for a client without one. Contract calls keep
  ///   their names.
  public func at(_ reference: String, named name: String) -> APIClient {
    at(reference).changed { $0.draft.operationName = name }
  }
}

/// References that calls follow: pure.
enum FollowedLinks {
  /// The target of a request at a link, one reference after the other.
  ///
  /// - Throws: ``/Contract/ClientError`` for a reference that cannot be followed.
  static func target(of request: HTTPRequest, following links: [String]) throws(ClientError) -> String {
    var place = request
    do throws(CurlURL.ParseError) {
      for link in links {
        let here = try CurlURL(place.url)
        let there = try CurlURL(link, relativeTo: place.url).openingHandshake
        guard there.hasSameOrigin(as: here), !there.hasUserinfo else {
          throw CurlURL.ParseError(text: "it leads to another origin, or has credentials")
        }
        place.target = there.target
      }
    } catch {
      throw ClientError(.invalidInput, stage: .encode, "the link cannot be followed: \(error.text)")
    }
    return appending(query(of: request.target), to: place.target)
  }

  /// A target with those members of a query whose names it does not have.
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
    let name = member.utf8.prefix { $0 != UInt8(ascii: "=") }
    return PercentEncoding.decode(ArraySlice(name), plusIsSpace: true) ?? String(Substring(name))
  }
}
