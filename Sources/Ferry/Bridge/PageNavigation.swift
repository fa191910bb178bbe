#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What happens to an address that a page in the app's web view leads to. Only the shop's pages are shown there: a
/// provider's pages need a secure browser, and foreign ones a browser that says where the buyer is.
enum PageNavigation: Hashable, Sendable {
  /// It is shown.
  case show
  /// It wanted a window of its own, and is shown in this one.
  case showHere
  /// It goes to the flow, if it is one of its links, and else out of the app: to the browser, the mail, the telephone.
  case leave
  /// Nothing happens.
  case refuse

  /// - Parameters:
  ///   - isMainFrame: False for a frame inside the page; nil when it wants a window of its own.
  ///   - origins: Of the shop's pages, as `WebBridge.origin` writes them.
  @MainActor
  static func decide(_ url: URL?, isMainFrame: Bool?, origins: Set<String>) -> PageNavigation {
    guard let url, let scheme = url.scheme?.lowercased() else { return .refuse }
    // Frames are the page's own business; what they may hold, its content security policy says.
    if isMainFrame == false { return .show }
    if let origin = WebBridge.origin(url), origins.contains(origin) { return isMainFrame == nil ? .showHere : .show }
    switch scheme {
    case "about": return isMainFrame == nil ? .refuse : .show
    case "javascript", "data", "file", "blob": return .refuse
    default: return .leave
    }
  }
}
