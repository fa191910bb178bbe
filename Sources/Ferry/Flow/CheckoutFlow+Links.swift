import FerryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CheckoutFlow {
  /// Takes a URL that the app was opened with. Call it from every place where one can come in: the scene's connection
  /// options (a cold start), URL contexts and user activities; `onOpenURL` and `onContinueUserActivity` in SwiftUI. The
  /// same link twice does no harm, and neither does one that comes before anything else is ready: it is kept.
  ///
  /// - Returns: Whether the URL is one of ours. If false, it is somebody else's business.
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
    }
    return true
  }

  /// Tells the flow that asking again may be worth while: the app has become active, or the network is back.
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
