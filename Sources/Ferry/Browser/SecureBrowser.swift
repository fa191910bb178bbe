import FerryCore
public import Foundation

/// The browser that shows the provider's pages: `SFSafariViewController`, `ASWebAuthenticationSession`, or one of your own. It
/// shows one page at a time. The flow owns it from `open` until `open` returns.
///
/// *Done*, a swipe, *Open in Safari* and a dismissal by the system are all *closed*. It says nothing about the payment; the flow
/// asks the server.
@MainActor
public protocol SecureBrowser: AnyObject, Sendable {
  /// Shows a page, and returns when the browser has closed: by the buyer, by the system, by `close`, or because the task was
  /// cancelled. Closes an open browser first.
  ///
  /// - Returns: The return link, if the browser catches links itself, as `ASWebAuthenticationSession` does.
  /// - Throws: If the page could not be shown.
  func open(_ url: URL) async throws -> URL?

  /// Closes the browser, and returns when it has left the screen. Does nothing if none is open.
  func close() async

  /// True if an opening has no cookies of an earlier one. The flow then tells the server, which otherwise continues a
  /// checkout in one browser only. False unless you say otherwise.
  var forgetsCookies: Bool { get }

  /// Shows the payment page again, if it is the server's own and stands in a web view of the app: a bank's app has led the
  /// buyer back to it. Does nothing unless you say otherwise.
  /// - Parameter checkout: The id of the checkout that the browser shows.
  func showPaymentPage(of checkout: String)
}

extension SecureBrowser {
  public var forgetsCookies: Bool { false }
  public func showPaymentPage(of checkout: String) {}
}

/// The end of an `ASWebAuthenticationSession`.
enum AuthenticationEnding: Hashable, Sendable {
  /// It caught the return link.
  case link(URL)
  /// The buyer or the app closed it. That says nothing about the payment.
  case closed
  /// It did not open, because the app is not associated with the link's host: a mistake in entitlements or association file.
  case notAssociated
  /// It did not open, for another reason.
  case failed

  /// - Parameters:
  ///   - isCancelled: True if the error is `canceledLogin`.
  ///   - reason: The error's failure reason. iOS 17.4 and later report a host without the service `webcredentials` as
  ///     `canceledLogin`, at once, with the cause here. A buyer's own cancellation has no reason.
  static func read(link: URL?, isCancelled: Bool, reason: String?) -> AuthenticationEnding {
    if let link { return .link(link) }
    guard isCancelled else { return .failed }
    guard let reason, !reason.isEmpty else { return .closed }
    return .notAssociated
  }
}

public enum SecureBrowserFailure: Error, Hashable, Sendable {
  /// The address is not http or https.
  case notAPage
  /// There is no window to show it in, or the window's content cannot present it.
  case noWindow
  /// The app is not associated with the link host for the service `webcredentials`, which https callbacks need from
  /// iOS 17.4. Check the entitlement, the association file, and the team and bundle in it.
  case notAssociated(host: String)
  /// The system refused to start it.
  case refused
}

extension SecureBrowserFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAPage: "A secure browser shows pages of http and https only."
    case .noWindow: "There is no window in the foreground to show the secure browser in."
    case .notAssociated(let host):
      """
      The app is not associated with \(host) for webcredentials. Its entitlement must list "webcredentials:\(host)", and \
      the association file of that host must name the app's team and bundle under webcredentials.
      """
    case .refused: "The system refused to start the secure browser."
    }
  }
}

/// The link that ends an `ASWebAuthenticationSession`.
enum AuthenticationReturn: Hashable, Sendable {
  /// The return link itself. No other app can claim it.
  case https(host: String, path: String)
  /// The custom scheme. Another app may have the same, but only the session gets the link.
  case scheme(String)

  /// - Parameters:
  ///   - linkHost: The link host's origin, if the app has one.
  ///   - catchesHTTPS: True from iOS 17.4, where an https link can end a session.
  init(linkHost: String?, scheme: String, catchesHTTPS: Bool) {
    guard catchesHTTPS, let host = linkHost.flatMap({ URL(string: $0)?.host }), !host.isEmpty else {
      self = .scheme(scheme)
      return
    }
    self = .https(host: host, path: AppReturnLink.path)
  }
}
