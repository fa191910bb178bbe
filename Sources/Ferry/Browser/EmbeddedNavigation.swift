import FerryCore
public import Foundation

/// Decides about each navigation in the web view of an embedded checkout, before it starts. Pure: the web view performs the
/// decision.
@_spi(Phone)
public struct EmbeddedNavigation: Hashable, Sendable {
  private let server: ServerAddress
  private let linkHost: String?
  private let scheme: String?
  private let browserHosts: [HostPattern]
  /// True if every other site is shown in the system's browser, as if `browserHosts` named it: the buyer has loaded the payment
  /// page again because nothing came back.
  public var leavesForEverySite = false

  /// - Parameters:
  ///   - server: Its pages always stay in the web view, which has their cookies.
  ///   - browserHosts: Rules for the sites that the system's browser shows, as in `WebViewBrowser`.
  init(server: ServerAddress, linkHost: String?, scheme: String?, browserHosts: [String] = []) {
    self.server = server
    self.linkHost = linkHost
    self.scheme = scheme
    self.browserHosts = browserHosts.map { HostPattern($0) }
  }

  /// The place that a navigation fills.
  @_spi(Phone)
  public enum Target: Hashable, Sendable {
    case page
    /// A frame inside the page.
    case frame
    /// The page has asked for a window: `target="_blank"`, `window.open`.
    case newWindow
  }

  /// The kind of a request.
  @_spi(Phone)
  public enum Cause: Hashable, Sendable {
    /// A request with a body: a form, or a redirect that repeats it.
    case post
    /// Back, forward and reload.
    case history
    /// A link, a script, any other redirect, or the web view's own load.
    case other

    /// A redirect keeps WebKit's type of the navigation that it answers: after a form, 303 arrives as a form again. So the
    /// method decides and not the type.
    /// - Parameter method: The request's HTTP method.
    public init(method: String?, isHistory: Bool) {
      self = method?.uppercased() == "POST" ? .post : isHistory ? .history : .other
    }

    /// True if an app that claims the address may get it in place of a browser. The app would get neither the fields of a form
    /// nor the page's history.
    public var isOfferedToApps: Bool { self == .other }
  }

  @_spi(Phone)
  public enum Decision: Hashable, Sendable {
    /// The web view loads it. A new window becomes a second web view over the first.
    case load
    /// The link leads back into the app. Nothing is loaded, and the flow gets it.
    case handle
    /// A bank's page leads back to the server's payment page. The web view loads that, and the server asks the provider.
    case paymentPage(URL)
    /// An app that claims the universal link gets it. If there is none, the web view loads it.
    case universalLinkFirst
    /// The app that has the scheme gets it: a bank, a wallet, the telephone.
    case otherApp
    /// The system's browser shows it. iOS refuses pages without TLS in a web view.
    case systemBrowser
    /// The payment goes on in the system's browser, at `pageToLeaveWith`, unless an app claims the universal link
    /// and `Cause.isOfferedToApps`.
    case leave
    case refuse
  }

  /// - Parameters:
  ///   - url: Nil or empty for a new window that its page fills by script.
  ///   - isTapped: True if the buyer tapped a link. A script that clicks one may look the same.
  public func decide(_ url: URL?, in target: Target, by cause: Cause, isTapped: Bool) -> Decision {
    guard let url, let scheme = url.scheme?.lowercased() else { return target == .newWindow ? .load : .refuse }
    switch AppReturnLink.read(url.absoluteString, host: linkHost, scheme: self.scheme) {
    case .foreign: break
    // Also from a frame: a payment form may show the bank's page in one. The link has no code. A page that sends the web view
    // to it only brings up the server's own page.
    case .wake(let link):
      guard let checkout = link.checkout else { return target == .frame ? .refuse : .handle }
      return server.paymentPage(of: checkout).map { .paymentPage($0) } ?? .refuse
    case .link, .unreadable: return target == .frame ? .refuse : .handle
    }
    switch scheme {
    case "https", "http":
      return target == .frame || server.isOrigin(of: url) ? .load : outside(url, scheme, target, cause)
    case "about": return .load
    // The address bar of a page that a script makes up names no site. In a frame it is part of its page.
    case "data", "blob": return target == .frame ? .load : .refuse
    case "javascript", "file": return .refuse
    // Without the buyer's tap a page could write messages, call, or show an app shop.
    case _ where Self.schemesOfSystem.contains(scheme): return isTapped ? .otherApp : .refuse
    // A bank's page opens its app by script, often from a frame.
    default: return .otherApp
    }
  }

  /// The server's payment page of a checkout.
  public func paymentPage(of checkout: String) -> URL? { server.paymentPage(of: checkout) }

  /// The page to load again if nothing comes back from an app that a page has opened. It is the server's payment page if the
  /// buyer came through it: the provider is asked first then. Otherwise it is the page itself.
  /// - Parameter paymentPage: The server's payment page that was shown last.
  /// - Returns: Nil if the page is another one of the server's, which has done its work.
  public func pageToLoadAgain(paymentPage: URL?, shown: URL?) -> URL? {
    pageAfterClosing(paymentPage: paymentPage) ?? (canShowOutside(shown) ? shown : nil)
  }

  /// The page to load when a script in the first page closes its window, as the page of a bank or wallet may do that ends there.
  /// The payment may be open: the provider is asked, and its menu is shown again.
  /// - Parameter paymentPage: The server's payment page that was shown last.
  /// - Returns: Nil if the web view closes, because the buyer has seen no payment page.
  public func pageAfterClosing(paymentPage: URL?) -> URL? {
    paymentPage.flatMap(server.checkout(ofPaymentPage:)).flatMap(server.paymentPage(of:))
  }

  /// True for the server's payment page.
  public func isPaymentPage(_ page: URL) -> Bool { server.checkout(ofPaymentPage: page) != nil }

  /// True if something should come back from the app that opens the address: a bank's or a wallet's. The telephone and the
  /// mail bring nothing back.
  public func expectsReturn(from url: URL) -> Bool { !Self.schemesOfSystem.contains(url.scheme?.lowercased() ?? "") }

  /// True for a page that may be shown in the system's browser too. The checkout server's own pages need the web view's
  /// cookies.
  public func canShowOutside(_ page: URL?) -> Bool {
    guard let page, page.webOrigin != nil else { return false }
    return !server.isOrigin(of: page)
  }

  /// The page for going on with a payment in the system's browser. It is the page that the web view shows, not the page that it
  /// leads to: a bank's first page may set cookies that the second needs. The server's own pages cannot leave the web view.
  /// - Returns: Nil if there is none: the server's page leads on by a form, and the browser would not get the form's fields.
  public func pageToLeaveWith(to url: URL, from shown: URL?, by cause: Cause) -> URL? {
    if canShowOutside(shown) { return shown }
    return cause == .post ? nil : url
  }

  /// A page of another site, in the page or in a new window.
  private func outside(_ url: URL, _ scheme: String, _ target: Target, _ cause: Cause) -> Decision {
    // A window stands over the page, which waits for it. Back and reload show what the web view has shown already.
    if target == .page, cause != .history, leavesForEverySite || isForBrowser(url) { return .leave }
    guard scheme == "https" else {
      return url.host.map { Loopback.isHost($0.lowercased()) } ?? false ? .load : .systemBrowser
    }
    return cause.isOfferedToApps ? .universalLinkFirst : .load
  }

  private func isForBrowser(_ url: URL) -> Bool {
    url.host.map { host in browserHosts.contains { $0.fits(host) } } ?? false
  }

  private static let schemesOfSystem: Set<String> = [
    "tel", "telprompt", "sms", "facetime", "facetime-audio", "mailto", "market", "itms", "itms-apps", "itms-appss",
  ]
}

/// A rule for hosts: "bank.example" is that host alone, "*.bank.example" that host or one level below it, "**.bank.example"
/// that host or any depth below it. Case does not matter. Anything else, such as a rule with a port, fits no host.
struct HostPattern: Hashable, Sendable {
  private let host: String
  /// The levels that may stand before the host; nil for any number.
  private let levels: Int?

  init(_ text: String) {
    let text = text.lowercased()
    if text.hasPrefix("**.") {
      (host, levels) = (String(text.dropFirst(3)), nil)
    } else if text.hasPrefix("*.") {
      (host, levels) = (String(text.dropFirst(2)), 1)
    } else {
      (host, levels) = (text, 0)
    }
  }

  func fits(_ other: String) -> Bool {
    var other = other.lowercased()[...]
    // The full form of a name ends with a dot.
    if other.hasSuffix(".") { other = other.dropLast() }
    guard !host.isEmpty else { return false }
    if other == host { return true }
    guard other.hasSuffix("." + host) else { return false }
    let before = other.dropLast(host.count + 1)
    return levels.map { before.split(separator: ".", omittingEmptySubsequences: false).count <= $0 } ?? true
  }
}
