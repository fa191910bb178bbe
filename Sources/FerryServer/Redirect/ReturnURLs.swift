import FerryCheckout
import FerryCore
public import FerryEngine
public import FerryProvider
public import FerryWeb
import Hummingbird

/// The address that a provider sends a buyer back to: `/ferry/return/{id}/{nonce}/{step}`.
struct ProviderReturn: Sendable {
  enum Step: String, CaseIterable, Sendable {
    case select, pay, cancel

    var path: RouterPath { RouterPath("/ferry/return/{id}/{nonce}/\(rawValue)") }
  }

  let checkout: CheckoutID
  let nonce: String
  let step: Step

  init(_ file: CheckoutFile, _ step: Step) {
    checkout = file.checkout.id
    nonce = file.roundTrips.nonce
    self.step = step
  }

  /// Nil for parts that no address of ours has.
  init?(_ context: some RequestContext, _ step: Step) {
    guard let id = context.checkoutID, let nonce = context.parameters.get("nonce"), PlainText.isPlain(nonce, most: 64)
    else { return nil }
    checkout = id
    self.nonce = nonce
    self.step = step
  }

  var link: Link { "/ferry/return/\(checkout.text)/\(nonce)/\(step.rawValue)" }
}

/// The query of the return page `/ferry/back`, by the rules of an app for its links.
struct AppReturn {
  /// Nil for a wake link that is the same for all checkouts.
  let checkout: String?
  /// Nil for a wake link.
  let link: AppReturnLink?

  /// Nil for a query that no link of ours has.
  init?(_ fields: Fields) {
    let names = ["checkout", "code", "wake"]
    let query = Link("/ferry/return/", query: names.compactMap { name in fields[name].map { (name, $0) } })
    let host = "https://link.invalid"
    switch AppReturnLink.read(host + query.text, host: host, scheme: nil) {
    case .link(let link): (checkout, self.link) = (link.checkout, link)
    case .wake(let link): (checkout, self.link) = (link.checkout, nil)
    case .unreadable, .foreign: return nil
    }
  }
}

/// This server's own addresses that others are given.
public struct ServerLinks: Sendable, Hashable {
  public let base: Origin
  private let apps: [RegisteredApp]

  /// - Parameters:
  ///   - base: The server's public address.
  ///   - apps: All registered apps.
  public init(base: Origin, apps: [RegisteredApp] = []) {
    self.base = base
    self.apps = apps
  }

  /// The addresses that a provider sends the buyer of a checkout back to.
  public func returnLinks(_ file: CheckoutFile) -> ProviderReturnURLs {
    func url(_ step: ProviderReturn.Step) -> String { base.link(ProviderReturn(file, step).link).text }
    return ProviderReturnURLs(select: url(.select), pay: url(.pay), cancel: url(.cancel), page: page(file.checkout))
  }

  /// Beside an app the wake link: a bank's app opens it as a universal link, and every other browser shows the way into the
  /// app. In a browser the page of the next action, which knows by the query that the buyer returns.
  private func page(_ checkout: Checkout) -> String {
    (deepLinks(checkout, nil)?.universal ?? paymentPage(checkout.id)).text
  }

  /// The links into the app of a checkout; nil if it has no app, or the app is no longer registered.
  /// - Parameter code: Nil for a browser that is not the bound one, whose links only wake the app.
  func deepLinks(_ checkout: Checkout, _ code: String?) -> DeepLinks? {
    guard let app = checkout.app.flatMap({ apps.app($0.id, of: checkout.shop) }) else { return nil }
    let id = checkout.id.text
    let fields = code.map { AppReturnLink(checkout: id, code: $0).fields } ?? AppWakeLink(checkout: id).fields
    return DeepLinks(app: app, fields: fields, base: base)
  }

  /// The wake links into the only app for a system; nil if there is none, or there are several. An iPad's browser says that it
  /// is a Mac's.
  func deepLinks(on system: BrowserAgent.System) -> DeepLinks? {
    let apps = apps.filter { app in
      switch app.platform {
      case .ios: system != .android
      case .android: system == .android
      }
    }
    return apps.count == 1 ? deepLinks(wakingApp: apps[0].id) : nil
  }

  func deepLinks(wakingApp id: String) -> DeepLinks? {
    apps.first { $0.id == id }.map { app in
      DeepLinks(app: app, fields: AppWakeLink(checkout: nil).fields + [("app", app.id)], base: base)
    }
  }

  /// The page of the next action for a buyer who returns to a payment form in it: the provider is asked first.
  func paymentPage(_ id: CheckoutID) -> Link { Link(next(id), query: [(Self.returned, "1")]) }

  /// The field in the query of the page of the next action that says that the buyer returns to it.
  static let returned = "returned"

  /// The page that opens a step. The ticket is in the fragment, which browsers send to nobody. The query has the checkout's
  /// language, and the shop that the page leads back to; beside an app there is none.
  func start(_ ticket: CheckoutHandoff.Ticket, of checkout: Checkout) -> String {
    let shop = checkout.kind == .app ? [] : [(name: "shop", value: checkout.shop.text)]
    let page = Link("/ferry/start", query: [(name: "language", value: checkout.language.rawValue)] + shop)
    return base.link(page).text + "#" + ticket.text
  }

  func next(_ id: CheckoutID) -> Link { base.link("/ferry/next/\(id.text)") }

  /// The backend for a provider's SDK, with a slash at its end.
  func sdkBackend(of provider: ProviderID) -> Link { base.link("/ferry/sdk/\(provider.text)/") }
}

/// The links from a browser into an app. Each is tried if the one before did not open the app.
struct DeepLinks: Sendable {
  let app: RegisteredApp
  /// Of an `AppReturnLink` for the bound browser, and of an `AppWakeLink` for any other. Their characters need no escaping.
  let fields: [(name: String, value: String)]
  /// This server's public address.
  let base: Origin

  /// The link on the link host. iOS and Android may give it to the app; otherwise the link host's page loads.
  var universal: Link? { Link(external: app.linkHost.text + AppReturnLink.path + "?" + query) }

  private var query: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

  /// The link for a button. The query tells the link host's page that it was tapped and did not open the app.
  private var tapped: Link? { universal.map { Link($0, query: [("tap", "1")]) } }

  /// The button of the return page.
  var button: Link? {
    switch app.platform {
    case .ios: tapped
    case .android(let android):
      universal.flatMap { universal in
        Link(intent: universal, package: android.package, fallback: returnPage(isTried: true))
      }
    }
  }

  /// The link with the app's own scheme. Another app can claim a scheme, so this one comes last.
  var ownScheme: Link? {
    guard let scheme = AppScheme(app.scheme) else { return nil }
    return Link(scheme, place: "ferry/return/?" + query)
  }

  /// The return page on the server's own host.
  func returnPage(isTried: Bool) -> Link {
    base.link(Link("/ferry/back", query: fields + (isTried ? [("tried", "1")] : [])))
  }
}

extension CheckoutID {
  /// An id from a request. Nil for text that cannot be one of ours, so that an id can be part of a cookie's name.
  init?(untrusted text: String) {
    guard PlainText.isPlain(text, most: 64) else { return nil }
    self.init(text)
  }
}

extension RequestContext {
  /// The checkout that `{id}` of the path names; nil for text that cannot be an id.
  var checkoutID: CheckoutID? { parameters.get("id").flatMap(CheckoutID.init(untrusted:)) }
}
