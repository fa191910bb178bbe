import FerryCore
public import Foundation

extension CheckoutFlow {
  /// Takes a URL that the app was opened with. Call it from every entry: the scene's connection options (a cold start), URL
  /// contexts and user activities; `onOpenURL` and `onContinueUserActivity` in SwiftUI. A link may come twice or early.
  ///
  /// - Returns: False if the URL is not a return link of this app.
  @discardableResult
  public func handle(_ url: URL) -> Bool {
    switch AppReturnLink.read(url.absoluteString, host: linkHost, scheme: scheme) {
    case .foreign: return false
    case .unreadable:
      let followers = running.values.filter { $0.presence != .nobody }
      for follower in followers { follower.mailbox.yield(.unreadableLink) }
      if followers.isEmpty { noticeBroadcast.send(.unreadableLink) }
      queue.wake(at: time.now)
      alarm.ring()
    case .link(let link): pass(link, router.route(link, known))
    // It may name a checkout of another device: the app asks about its own.
    case .wake(let link):
      wake()
      guard let checkout = link.checkout else { break }
      for (id, following) in running where kept[id]?.checkout == checkout {
        following.browser?.showPaymentPage(of: checkout)
      }
    }
    return true
  }

  /// The server's payment page, for a browser that has caught a bank's link back to that page.
  /// - Returns: Nil for any other link. A wake link that was tapped, or has the app's scheme, is the buyer's own way into the app.
  func paymentPage(after link: URL) -> URL? {
    guard case .wake(let wake) = AppReturnLink.read(link.absoluteString, host: linkHost, scheme: nil),
      let checkout = wake.checkout, !wake.isTapped
    else { return nil }
    return server?.paymentPage(of: checkout)
  }

  /// The rules of a web view that shows the pages of a payment.
  /// - Returns: Nil if the flow has no usable server.
  @_spi(Phone)
  public func navigation(browserHosts: [String] = []) -> EmbeddedNavigation? {
    server.map { EmbeddedNavigation(server: $0, linkHost: linkHost, scheme: scheme, browserHosts: browserHosts) }
  }

  /// Asks the server again. Call it when the app becomes active or the network is back.
  public func wake() {
    for following in running.values { following.mailbox.yield(.woken) }
    queue.wake(at: time.now)
    alarm.ring()
    pageBroadcast.send(())
  }

  func replayEarlyLinks() {
    for (link, route) in router.replay(known) { pass(link, route) }
  }

  private func pass(_ link: AppReturnLink, _ route: LinkRouter.Route) {
    switch route {
    case .deliver(let id):
      if let follower = running[id] {
        follower.mailbox.yield(.link(link))
      } else {
        queue.add(link, to: id, at: time.now)
      }
      alarm.ring()
    case .early: alarm.ring()
    case .stranger: noticeBroadcast.send(.linkOfAnotherCheckout(link.checkout))
    }
  }

  private var known: LinkRouter.Known {
    var known = LinkRouter.Known()
    for memory in kept.values {
      if let checkout = memory.checkout { known.flows[checkout] = memory.id }
    }
    known.isComplete = hasReadStorage && !running.values.contains(where: \.isCreating)
    return known
  }
}

/// Decides which checkout a link is for. Links come twice, before the storage has been read, and sometimes from attackers.
struct LinkRouter: Sendable {
  struct Known {
    /// By the checkout's id.
    var flows: [String: FlowID] = [:]
    /// True if the storage has been read and no checkout is being created.
    var isComplete = false
  }

  enum Route: Hashable, Sendable {
    case deliver(FlowID)
    /// It may be for a checkout of ours that is not known yet.
    case early
    /// It is for no checkout of this device.
    case stranger
  }

  private(set) var early: [AppReturnLink] = []
  /// More links than a buyer can tap.
  private static let mostEarly = 8

  mutating func route(_ link: AppReturnLink, _ known: Known) -> Route {
    if let id = known.flows[link.checkout] { return .deliver(id) }
    guard !known.isComplete else { return .stranger }
    if !early.contains(link) { early.appendAmongFirst(Self.mostEarly, link) }
    return .early
  }

  /// The early links that can be routed now, in order of arrival.
  mutating func replay(_ known: Known) -> [(link: AppReturnLink, route: Route)] {
    let waiting = early
    early = []
    return waiting.compactMap { link in
      let route = route(link, known)
      return route == .early ? nil : (link, route)
    }
  }
}
