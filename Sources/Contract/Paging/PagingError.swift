/// An error of a sequence of pages.
public enum PagingError: Error, Hashable, CustomStringConvertible {
  /// The page with this number, from 1, returned the cursor of an earlier page.
  case repeatedCursor(page: Int)
  /// There are more pages than the limit.
  case tooManyPages(limit: Int)
  /// The link to the next page has no valid value of this query parameter, which selects the page.
  case unusableLink(parameter: String)

  /// The error. Cursors are not included, because they may be secret.
  public var description: String {
    switch self {
    case .repeatedCursor(let page): "page \(page) returns the cursor of an earlier page"
    case .tooManyPages(let limit): "there are more than \(limit) pages; raise `maxPages`"
    case .unusableLink(let parameter): "the link to the next page has no valid `\(parameter)` in its query"
    }
  }
}
