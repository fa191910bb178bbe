#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A browser is about to go somewhere.
public struct LinkRequest: Hashable, Sendable {
  public var url: String
  /// The page that the browser leaves. Nil for a fresh browser.
  public var page: String?
  public var cause: Cause
  /// Time since the buyer's last touch of the page. Nil if the buyer has not touched it.
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
    /// The buyer taps a link.
    case tap
    /// A script sets the location or clicks a link, or the page refreshes itself.
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
    /// `SFSafariViewController` above the app.
    case secureBrowser = "secure-browser"
    case safari
  }
}

/// The phone's decision about a link, with the rule behind it in words.
public struct LinkDecision: Hashable, Sendable, Codable, CustomStringConvertible {
  public var outcome: Outcome
  /// "tap, other host, path matches".
  public var reason: String

  public init(_ outcome: Outcome, _ reason: String) {
    self.outcome = outcome
    self.reason = reason
  }

  public enum Outcome: Hashable, Sendable, Codable {
    /// The browser loads it.
    case stays
    /// The phone shows "cannot open the page".
    case fails
    case opens(app: String)
    case asks(app: String)
  }

  public var description: String {
    switch outcome {
    case .stays: "\(reason): stays in the browser"
    case .fails: "\(reason): cannot be opened"
    case .opens(let app): "\(reason): to the app \(app)"
    case .asks(let app): "\(reason): asks before opening \(app)"
    }
  }
}

/// The parts of an address that link rules read.
public struct Address: Hashable, Sendable {
  /// In lower case: "https", "tablets".
  public let scheme: String
  /// Host and port: "127.0.0.1:3445". The demo's hosts share loopback addresses, so the port belongs to the host here.
  public let host: String
  public let path: String

  /// Nil if the text has no scheme.
  public init?(_ text: String) {
    guard text.utf8.count <= 8_192, let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased()
    else { return nil }
    self.scheme = scheme
    let standard = scheme == "https" ? 443 : scheme == "http" ? 80 : nil
    let port = parts.port == standard ? nil : parts.port
    host = (parts.host ?? "").lowercased() + (port.map { ":\($0)" } ?? "")
    path = parts.path
  }

  public var origin: String { "\(scheme)://\(host)" }
  public var isOfTheWeb: Bool { scheme == "https" || scheme == "http" }
  /// Pages without an address of their own: about:blank, data:, blob:.
  public var isInternal: Bool { ["about", "data", "blob", "javascript", "file"].contains(scheme) }
}
