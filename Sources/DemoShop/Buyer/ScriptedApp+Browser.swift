public import FerryCore
import Foundation

// MARK: In the secure browser

extension ScriptedApp {
  /// The place that the secure browser reaches from a ticket.
  public enum Opening: Sendable {
    /// The provider's page, for the selection.
    case selection(Session)
    /// The provider's page, for a change of the selection.
    case change(session: String, action: String)
    /// The provider's payment page.
    case payment(url: String)
    /// Back from the provider: a link into the app, or the review in the browser.
    case back(Arrival)
  }

  /// The buyer's session at the provider.
  public struct Session: Sendable {
    public let id: String
    public let returnURL: String
    public let cancelURL: String?

    fileprivate init(_ page: SandboxBuyer.Page) throws {
      guard let returnURL = page.returnURL else { throw Unexpected("The provider was given no return URL.") }
      (id, self.returnURL, cancelURL) = (page.page, returnURL, page.cancelURL)
    }
  }

  /// The end of the browser's way back from the provider.
  public enum Arrival: Sendable {
    /// A redirect to the link host. The system may open the app with it.
    case app(AppReturnLink)
    /// The review in the browser, with its purchase link.
    case review(AppReturnLink)
    /// Another page, with its status.
    case page(Int)

    /// The link that the app is opened with.
    public var link: AppReturnLink {
      get throws {
        switch self {
        case .app(let link), .review(let link): return link
        case .page(let status): throw Unexpected("The browser stays at a page with the status \(status).")
        }
      }
    }
  }

  /// Opens the start page with a ticket, and performs the next action.
  /// - Throws: `Unexpected` for a ticket that opens nothing.
  public func open(_ ticket: CheckoutHandoff.Ticket?) async throws -> Opening {
    guard let ticket else { throw Unexpected("There is no ticket.") }
    let step = try await StartStep.spending(ticket.text, at: target.ferry, in: browser)
    if let url = step.url { return isOurs(url) ? .back(try await follow(url)) : .payment(url: url) }
    let page = try await buyer.open(step)
    if page.place == .change { return .change(session: page.page, action: page.change ?? "") }
    return .selection(try Session(page))
  }

  /// The place that the secure browser reaches from any ticket, at any provider.
  package enum Visit: Sendable {
    /// The provider's page, of a selection or the payment.
    case page(Session, isPayment: Bool)
    case back(Arrival)
  }

  /// Spends a ticket, and opens the page that it leads to.
  /// - Parameters:
  ///   - order: The order number, for sandboxes that are told none.
  ///   - time: For the pauses while the server waits for the provider's page.
  package func visit(_ ticket: String, order: String, _ time: any Timekeeper) async throws -> Visit {
    let step = try await StartStep.spending(ticket, at: target.ferry, in: browser, time)
    if let url = step.url, isOurs(url) { return .back(try await follow(url)) }
    let page = try await buyer.open(step, order: order)
    return .page(try Session(page), isPayment: page.place == .pay)
  }

  /// The first selection's session.
  public func select(_ ticket: CheckoutHandoff.Ticket?) async throws -> Session {
    guard case .selection(let session) = try await open(ticket) else {
      throw Unexpected("The ticket does not lead to the selection.")
    }
    return session
  }

  /// Does one thing at the provider.
  /// - Parameters:
  ///   - act: select, approve, decline, cancel or leave; or a change, as the opening names it.
  ///   - card: A card by the provider's name; the usual one unless given.
  ///   - address: An address by the provider's name; the usual one unless given.
  public func act(_ session: Session, _ act: String, card: String? = nil, address: String? = nil) async throws {
    var details: [String: String] = [:]
    details["card"] = card
    details["address"] = address
    let isChange = act.hasPrefix("change")
    if isChange { details["change"] = act }
    try await buyer.act(session.id, isChange ? "select" : act, details: details)
  }

  public func comeBackFromSelection(_ session: Session) async throws -> Arrival { try await follow(session.returnURL) }

  public func comeBackFromPayment(_ session: Session) async throws -> Arrival {
    try await follow(session.returnURL.replacingOccurrences(of: "/select", with: "/pay"))
  }

  /// Opens an address of Ferry and follows redirects up to the link host.
  public func follow(_ url: String) async throws -> Arrival {
    var url = url
    for _ in 1...8 {
      if case .link(let link) = AppReturnLink.read(url, host: linkHost, scheme: nil) { return .app(link) }
      guard isOurs(url) else { throw Unexpected("The browser is sent to another site.") }
      let answer = try await browser.get(url)
      guard answer.status == 303, let next = answer.location else {
        return purchaseLink(answer.body).map { .review($0) } ?? .page(answer.status)
      }
      url = next
    }
    throw Unexpected("The browser is sent round in circles.")
  }

  /// The page's link with the shown revision.
  private func purchaseLink(_ page: [UInt8]) -> AppReturnLink? {
    let links = String(decoding: page, as: UTF8.self).components(separatedBy: "href=\"").dropFirst()
    for text in links {
      let address = text.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
      if case .link(let link) = AppReturnLink.read(address, host: linkHost, scheme: nil), link.revision != nil {
        return link
      }
    }
    return nil
  }

  private func isOurs(_ url: String) -> Bool {
    url.hasPrefix(target.ferry + "/") || url.hasPrefix(linkHost + "/")
  }
}
