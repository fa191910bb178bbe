/// What a page is about to do, as WebKit tells it.
public struct Navigation: Hashable, Sendable {
  public var url: String
  /// The page it leaves.
  public var page: String?
  public var kind: Kind
  public var isRedirect: Bool
  /// A mouse button is down behind it: no script can say so.
  public var isTap: Bool

  public enum Kind: Hashable, Sendable {
    case link, form, history, reload, other
  }
}

/// What has become of a page.
public enum PageEvent: Hashable, Sendable {
  /// The address bar changes.
  case committed(String)
  case finished(String)
  case failed(String, why: String)
  /// The web process is gone, and the page with it.
  case processEnded
}
