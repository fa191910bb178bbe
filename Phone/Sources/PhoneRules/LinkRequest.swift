/// A browser is about to go somewhere.
public struct LinkRequest: Hashable, Sendable {
  public var url: String
  /// The page it leaves; nil for a fresh browser.
  public var page: String?
  public var cause: Cause
  /// Since the buyer last touched the page; nil when he has not.
  public var sinceTap: Duration?
  public var browser: Browser
  public var isMainFrame: Bool

  public init(
    url: String, page: String?, cause: Cause, sinceTap: Duration? = nil, browser: Browser = .secureBrowser,
    isMainFrame: Bool = true
  ) {
    self.url = url
    self.page = page
    self.cause = cause
    self.sinceTap = sinceTap
    self.browser = browser
    self.isMainFrame = isMainFrame
  }

  public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
    /// A finger on a link.
    case tap
    /// A script that sets the location, clicks a link by itself, or a page that refreshes itself.
    case script
    case redirect
    case form
    /// The address bar, a bookmark, or the app that opened the browser.
    case typed
    /// Back, forward, reload.
    case history
  }

  public enum Browser: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app's own web view.
    case webView = "web-view"
    /// SFSafariViewController above the app.
    case secureBrowser = "secure-browser"
    case safari
  }
}
