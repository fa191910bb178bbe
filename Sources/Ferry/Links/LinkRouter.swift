import FerryCore

/// Decides whom a link is for. Links come through five doors, cold and warm, twice, before anything has been read that
/// could be compared with them, and sometimes from strangers.
struct LinkRouter: Sendable {
  /// What is known of our checkouts.
  struct Known {
    /// By checkout.
    var flows: [String: FlowID] = [:]
    /// Nothing can be missing: the storage has been read, and no checkout is being created.
    var isComplete = false
  }

  enum Route: Hashable, Sendable {
    /// To the passage.
    case deliver(FlowID)
    /// It may be ours: kept until we know.
    case early
    /// It is nobody's here.
    case stranger
  }

  private(set) var early: [AppReturnLink] = []
  /// More than a buyer's tapping makes.
  private static let mostEarly = 8

  mutating func route(_ link: AppReturnLink, _ known: Known) -> Route {
    if let id = known.flows[link.checkout] { return .deliver(id) }
    guard !known.isComplete else { return .stranger }
    if !early.contains(link) { early.appendAmongFirst(Self.mostEarly, link) }
    return .early
  }

  /// What can be said of the early links now, in the order in which they came.
  mutating func replay(_ known: Known) -> [(link: AppReturnLink, route: Route)] {
    let waiting = early
    early = []
    return waiting.compactMap { link in
      let route = route(link, known)
      return route == .early ? nil : (link, route)
    }
  }
}
