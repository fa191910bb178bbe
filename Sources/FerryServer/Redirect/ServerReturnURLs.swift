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
    let app = checkout.app.flatMap { app in apps.first { $0.id == app.id && $0.shop == checkout.shop } }
    let wakeLink = app.flatMap {
      DeepLinks(app: $0, fields: AppWakeLink(checkout: checkout.id.text).fields, base: base).universal
    }
    return (wakeLink ?? Link(next(checkout.id), query: [(Self.returned, "1")])).text
  }

  /// The field in the query of the page of the next action that says that the buyer returns to it.
  static let returned = "returned"

  /// The page that opens a step. The ticket is in the fragment, which browsers send to nobody.
  func start(_ ticket: StartTicket) -> String {
    base.link("/ferry/start").text + "#" + ticket.text
  }

  /// The page that sends the bound browser to the provider.
  func next(_ id: CheckoutID) -> Link { base.link("/ferry/next/\(id.text)") }
}
