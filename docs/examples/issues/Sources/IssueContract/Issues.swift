public import Contract

/// The issues of one repository. A server mounts it below `/repos/:owner/:repository`, and a client has the base URL
/// that ends there.
@API @Mock @Security(.bearer) @Throws(IssueError.self)
public protocol Issues: Sendable {
  /// Lists issues by number, only those that have all the labels: `?state=open&labels=bug,ui`.
  ///
  /// - Parameter after: the `next` of the previous page.
  @GET("/issues") @URLForm(URLFormOptions(arrays: .separated(by: ",")))
  @Default("labels", []) @Default("limit", 30) @Validate("limit", .range(1...100))
  @Paged(items: \.items, next: \.next, cursor: "after")
  func issues(state: IssueState?, labels: [String], after: Int?, limit: Int) async throws -> Page<Issue>

  /// Returns the issue with a number.
  @GET("/issues/:number")
  func issue(number: Int) async throws -> Issue

  /// Opens an issue.
  @POST("/issues") @Default("body", "") @Default("labels", [])
  @Validate("title", .length(1...200)) @Validate("labels", .count(0...20))
  func open(title: String, body: String, labels: [String]) async throws -> Opened

  /// Changes members of an issue: null removes the assignee, and absent members are unchanged.
  @PATCH("/issues/:number") @MergePatch @Validate("title", .length(1...200))
  func change(
    number: Int, title: Patch<String>, body: Patch<String>, labels: Patch<[String]>, assignee: Patch<String>,
    state: Patch<IssueState>
  ) async throws -> Issue

  /// Returns the events of an issue, oldest first.
  @GET("/issues/:number/events")
  func events(number: Int) async throws -> [IssueEvent]

  /// Returns the past and future events of an issue. A reconnecting client continues after its last event.
  @GET("/issues/:number/watch")
  func watch(number: Int, lastEventID: Header<Int?>) async throws -> ServerEvents<IssueEvent>

  /// Attaches a file to an issue, replacing a file with the same name.
  @PUT("/issues/:number/files/:name") @MaxBody(1 << 30)
  @Validate("name", .length(1...100)) @Validate("name", .pattern("[A-Za-z0-9_-][A-Za-z0-9._-]*"))
  func attach(number: Int, name: String, data: Body<ByteStream>) async throws -> Attachment

  /// Returns the content of an attached file.
  @GET("/issues/:number/files/:name")
  func attachment(number: Int, name: String) async throws -> ByteStream
}

/// A file that is attached to an issue.
@Schema
public struct Attachment: Codable, Hashable, Sendable {
  /// The name, unique in its issue.
  public var name: String
  /// The size in bytes.
  public var byteCount: Int

  /// Creates an attachment.
  public init(name: String, byteCount: Int) {
    self.name = name
    self.byteCount = byteCount
  }
}

/// The result of opening an issue.
@APIResult
public enum Opened: Hashable, Sendable {
  /// An open issue with the same title already exists.
  @Status(200) case existing(Issue)
  /// The issue was opened; `location` is its path.
  @Status(201) case created(Issue, location: Header<String>)

  /// The issue, new or not.
  public var issue: Issue {
    switch self {
    case .existing(let issue), .created(let issue, _): issue
    }
  }
}
