public import Foundation

/// The pages of the shop that a web view loads by itself.
@_spi(Phone)
public struct ShopPages: Hashable, Sendable {
  public let start: URL
  /// The page of the current checkout. The shop's backend shows there the step for the server's present phase. Nil if the shop
  /// has no such page.
  public let checkout: URL?

  public init(start: URL, checkout: URL? = nil) {
    self.start = start
    self.checkout = checkout
  }

  /// The page to load after the page's process has died.
  ///
  /// - Parameters:
  ///   - shown: The address of the page that has died.
  ///   - isCovered: True if the secure browser covers the page: see `BridgeState.covered`. The page is older than the checkout's
  ///     state then.
  public func afterProcessEnded(showing shown: URL?, isCovered: Bool) -> URL {
    if isCovered, let checkout { return checkout }
    guard let shown, shown.webOrigin == start.webOrigin else { return start }
    return shown
  }

  /// The page to load after a result of `CheckoutFlow.resumed`. Nil if the page stays, for example because the buyer is at the
  /// provider.
  public func after(_ news: CheckoutResult, isCovered: Bool) -> URL? {
    news.isOfPage && !isCovered ? checkout : nil
  }
}

/// The handling of a navigation in the app's web view. The web view shows the shop's pages only: a provider's pages need a
/// secure browser, and other pages need a browser with an address bar.
enum PageNavigation: Hashable, Sendable {
  case show
  /// The page asked for a new window and is shown in this one.
  case showHere
  /// The flow handles the link, or the system opens it: browser, mail, telephone.
  case leave
  case refuse

  /// - Parameters:
  ///   - isMainFrame: False for a frame inside the page. Nil for a new window.
  ///   - origins: Of the shop's pages, as `URL.webOrigin` writes them.
  static func decide(_ url: URL?, isMainFrame: Bool?, origins: Set<String>) -> PageNavigation {
    guard let url, let scheme = url.scheme?.lowercased() else { return .refuse }
    // The page's content security policy decides about frames.
    if isMainFrame == false { return .show }
    if let origin = url.webOrigin, origins.contains(origin) { return isMainFrame == nil ? .showHere : .show }
    switch scheme {
    case "about": return isMainFrame == nil ? .refuse : .show
    case "javascript", "data", "file", "blob": return .refuse
    default: return .leave
    }
  }
}

/// The news that a web view has followed so far. A web view may be off the screen when a result comes: behind another tab,
/// another screen, or with its scene in the background. It follows when it is back.
struct PageFollowing: Hashable, Sendable {
  /// A value of `PageNews.count`.
  private var followed: Int

  /// A web view that loads its first page now needs no earlier news.
  init(from news: PageNews) { followed = news.count }

  /// - Parameters:
  ///   - isInFront: True if the web view is on the screen. A load in the background may fail.
  ///   - isCovered: True if the secure browser covers it. The page gets the state when that closes.
  /// - Returns: The page to load, if any.
  mutating func next(_ news: PageNews, _ pages: ShopPages, isInFront: Bool, isCovered: Bool) -> URL? {
    guard isInFront, news.count > followed, let last = news.last else { return nil }
    followed = news.count
    return pages.after(last, isCovered: isCovered)
  }
}
