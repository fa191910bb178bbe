import FerryCheckout
import FerryCore
public import FerryEngine
public import FerryProvider
public import FerryWeb

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
    let (id, nonce) = (file.checkout.id.text, file.roundTrips.nonce)
    return ProviderReturnURLs(
      select: base.link("/ferry/return/\(id)/\(nonce)/select").text,
      pay: base.link("/ferry/return/\(id)/\(nonce)/pay").text,
      cancel: base.link("/ferry/return/\(id)/\(nonce)/cancel").text, page: page(file.checkout))
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
    let fields =
      code.map { AppReturnLink(checkout: id, code: $0).fields } ?? AppWakeLink(checkout: id).fields
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

  /// The wake links into an app, for a page that is the same for all checkouts; nil for an app that is not registered.
  func deepLinks(wakingApp id: String) -> DeepLinks? {
    apps.first { $0.id == id }.map { app in
      DeepLinks(app: app, fields: AppWakeLink(checkout: nil).fields + [("app", app.id)], base: base)
    }
  }

  /// The page of the next action for a buyer who returns to a payment form in it: the provider is asked first.
  func paymentPage(_ id: CheckoutID) -> Link { Link(next(id), query: [(Self.returned, "1")]) }

  /// The field in the query of the page of the next action that says that the buyer returns to it.
  static let returned = "returned"

  /// The page that opens a step. The ticket is in the fragment, which browsers send to nobody.
  func start(_ ticket: StartTicket) -> String {
    base.link("/ferry/start").text + "#" + ticket.text
  }

  /// The page that sends the bound browser to the provider.
  func next(_ id: CheckoutID) -> Link { base.link("/ferry/next/\(id.text)") }
}
