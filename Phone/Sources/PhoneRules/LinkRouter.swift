/// Decides where the phone opens a link.
public struct LinkRouter: Sendable {
  public var rules: LinkRules
  /// In the order of installation.
  public var apps: [InstalledApp]
  /// By the link host's origin, as fetched when the apps were installed.
  public var associations: [String: Association]
  /// The name of the app that claims another app's scheme, if there is one.
  public var thief: String?

  public init(
    rules: LinkRules, apps: [InstalledApp], associations: [String: Association] = [:], thief: String? = nil
  ) {
    self.rules = rules
    self.apps = apps
    self.associations = associations
    self.thief = thief
  }

  public func decide(_ request: LinkRequest) -> LinkDecision {
    guard let target = Address(request.url) else { return LinkDecision(.stays, "no address that can be read") }
    if target.isInternal { return LinkDecision(.stays, "\(target.scheme) page") }
    guard request.isMainFrame else {
      return LinkDecision(target.isOfTheWeb ? .stays : .fails, "\(words(request.cause)), in a frame")
    }
    return target.isOfTheWeb ? decideUniversal(request, target) : decideScheme(request, target)
  }

  /// The decision after the buyer has answered the prompt.
  public func answer(_ accepted: Bool, app: String) -> LinkDecision {
    accepted ? LinkDecision(.opens(app: app), "prompt accepted") : LinkDecision(.stays, "prompt refused")
  }

  // MARK: - https

  private func decideUniversal(_ request: LinkRequest, _ target: Address) -> LinkDecision {
    let claimants = apps.filter { $0.linkHost == target.origin }
    guard let app = claimants.first else { return LinkDecision(.stays, "no app asks for links of this host") }
    let cause = words(request.cause)
    if request.browser == .webView { return LinkDecision(.stays, "\(cause), in the app's own web view") }
    switch request.cause {
    case .script, .form, .typed, .history: return LinkDecision(.stays, cause)
    case .tap, .redirect: break
    }
    if let page = request.page.flatMap(Address.init), page.host == target.host {
      return LinkDecision(.stays, "\(cause), same host")
    }
    let how = "\(cause), other host"
    if request.cause == .redirect, let refusal = refusal(ofRedirect: request) {
      return LinkDecision(.stays, "\(how), \(refusal)")
    }
    if rules.prefersWebsite { return LinkDecision(.stays, "\(how), the buyer prefers the website") }
    return decideAssociation(request, how: how, claimants: claimants, first: app)
  }

  private func refusal(ofRedirect request: LinkRequest) -> String? {
    switch rules.redirect {
    case .always: return nil
    case .never: return "redirects do not open apps"
    case .afterTap:
      guard let since = request.sinceTap else { return "no tap before it" }
      return since <= LinkRules.tapLasts ? nil : "the last tap is too long ago"
    }
  }

  private func decideAssociation(
    _ request: LinkRequest, how: String, claimants: [InstalledApp], first: InstalledApp
  ) -> LinkDecision {
    switch rules.association {
    case .missing: return LinkDecision(.stays, "\(how), no association file when the app was installed")
    case .stale: return LinkDecision(.stays, "\(how), the phone's association file is of an earlier day")
    case .current: break
    }
    guard let host = first.linkHost, let association = associations[host] else {
      return LinkDecision(.stays, "\(how), the association file was never fetched")
    }
    switch association {
    case .missing(let why): return LinkDecision(.stays, "\(how), \(why)")
    case .copy(let matcher):
      guard let app = claimants.first(where: { matcher.covers(request.url, appID: $0.appID) }) else {
        return LinkDecision(.stays, "\(how), the association file does not give it this path")
      }
      return LinkDecision(.opens(app: app.name), "\(how), path matches")
    }
  }

  // MARK: - Custom schemes

  private func decideScheme(_ request: LinkRequest, _ target: Address) -> LinkDecision {
    let cause = words(request.cause)
    let claimants = apps.filter { $0.scheme?.lowercased() == target.scheme }
    guard let owner = claimants.first(where: { ($0.name == thief) == (rules.schemeOwner == .thief) }) ?? claimants.first
    else { return LinkDecision(.fails, "\(cause), no app has the scheme \(target.scheme)") }
    let shared = claimants.count > 1 ? ", \(claimants.count) apps have it" : ""
    if request.cause == .tap, !rules.asksForTappedScheme {
      return LinkDecision(.opens(app: owner.name), "\(cause), scheme \(target.scheme)\(shared)")
    }
    return LinkDecision(.asks(app: owner.name), "\(cause), scheme \(target.scheme)\(shared)")
  }

  private func words(_ cause: LinkRequest.Cause) -> String {
    switch cause {
    case .tap: "tap"
    case .script: "by script"
    case .redirect: "redirect"
    case .form: "form"
    case .typed: "typed address"
    case .history: "back or reload"
    }
  }
}

/// An app on the phone, with its claims to links.
public struct InstalledApp: Hashable, Sendable, Codable {
  public var name: String
  /// Team and bundle: "FERRYDEMO1.jp.example.tablets".
  public var appID: String
  /// The host whose links the app claims: "https://127.0.0.1:3445". That host's association file must agree.
  public var linkHost: String?
  /// The custom scheme that the app claims. Another app can claim the same scheme.
  public var scheme: String?

  public init(name: String, appID: String, linkHost: String? = nil, scheme: String? = nil) {
    self.name = name
    self.appID = appID
    self.linkHost = linkHost
    self.scheme = scheme
  }
}

/// The phone's copy of a link host's association file. iOS fetches it when the app is installed.
public enum Association: Sendable {
  /// No usable copy, with the reason in words: "the file was answered with 404".
  case missing(String)
  case copy(any LinkMatcher)
}

/// A parsed association file. It decides if an app gets a link.
public protocol LinkMatcher: Sendable {
  /// - Parameters:
  ///   - url: The whole link.
  ///   - appID: Team and bundle: "FERRYDEMO1.jp.example.tablets".
  func covers(_ url: String, appID: String) -> Bool
}

/// A link host's answer to the request for its association file.
public struct AssociationAnswer: Hashable, Sendable {
  public var status: Int
  public var contentType: String?
  public var wasRedirected: Bool
  public var bytes: Int

  public init(status: Int, contentType: String?, wasRedirected: Bool, bytes: Int) {
    self.status = status
    self.contentType = contentType
    self.wasRedirected = wasRedirected
    self.bytes = bytes
  }

  /// The reason why iOS would refuse this answer, whatever the file contains. Nil if iOS would accept it.
  public var refusal: String? {
    if wasRedirected { return "the association file was redirected" }
    if status != 200 { return "the association file was answered with \(status)" }
    let type = contentType?.prefix { $0 != ";" }.lowercased()
    if type != "application/json" { return "the association file came as \(type ?? "no type"), not application/json" }
    if bytes > 128 * 1024 { return "the association file is larger than 128 KB" }
    return nil
  }
}
