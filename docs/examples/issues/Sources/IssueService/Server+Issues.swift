public import ContractServer
internal import IssueContract

extension Server {
  /// Creates a server for the issues of all repositories. Its tokens are the names of their users after `token-`.
  public static func issues(
    _ store: IssueStore, host: String = "127.0.0.1", port: Int, threads: Int? = nil
  ) -> Server {
    Server(host: host, port: port, threads: threads) {
      IssuesRoutes(.path("owner", as: String.self), .path("repository", as: String.self), .principal(String.self)) {
        IssueService(store: store, owner: $0, repository: $1, user: $2)
      }
      .mounted(at: "/repos/:owner/:repository")
    }
    .authenticating(.bearer, as: String.self, realm: "issues") { credentials in
      guard case .bearer(let token) = credentials, token.hasPrefix("token-"), token != "token-" else { return nil }
      return Authenticated(String(token.dropFirst("token-".count)))
    }
  }
}
