import FerryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Lets the shop's pages in a web view take a buyer to the provider: what stands between the page's script and the flow.
/// `FerryWebView` uses it; so can any other web view.
///
/// The page gets a challenge, opens steps by the handoffs of its backend, and is told when it is covered and when it is not.
/// It never sees a verifier, and names no address: the app builds every URL from its own configuration. Reviewing and
/// confirming are the page's, by its own backend.
@MainActor
public final class WebBridge {
  private let flow: CheckoutFlow
  private let origin: String?
  private let tell: @MainActor @Sendable (BridgeState) async -> Void
  private var openings: AsyncStream<CheckoutHandoff>.Continuation?
  private var following: PageFollowing
  /// A page that leaves the screen and comes back is run again, perhaps before the run of before is over.
  private var runs = 0
  /// The run that the page's last step was promised in.
  private var promisingRun = 0
  /// What the page would be told now.
  public private(set) var state = BridgeState(covered: false)

  /// - Parameters:
  ///   - shop: Any address of the shop's pages; only pages of its origin are heard.
  ///   - tell: Calls the page's function `ferryState` with the state's JSON as its argument.
  public init(
    flow: CheckoutFlow, shop: URL, tell: @escaping @MainActor @Sendable (BridgeState) async -> Void
  ) {
    self.flow = flow
    origin = Self.origin(shop)
    self.tell = tell
    following = PageFollowing(from: flow.pageNews)
  }

  /// Takes a message and returns the reply's JSON. Total.
  ///
  /// - Parameters:
  ///   - text: The message's JSON.
  ///   - page: The address, or the origin, of the frame that sent it, as the web view tells it.
  ///   - isMainFrame: Frames inside the page are not heard, whosever they are.
  public func receive(_ text: String, from page: URL?, isMainFrame: Bool) async -> String {
    await reply(to: text, from: page, isMainFrame: isMainFrame).text
  }

  private func reply(to text: String, from page: URL?, isMainFrame: Bool) async -> BridgeReply {
    guard isMainFrame, let origin, let page, Self.origin(page) == origin else { return .error(.forbidden) }
    let message: BridgeMessage
    switch BridgeMessage.read(text) {
    case .failure(let error): return .error(error)
    case .success(let read): message = read
    }
    switch message {
    case .state: return .state(state)
    case .prepare:
      do {
        return .prepared(try await flow.prepare())
      } catch {
        return .error(.unavailable)
      }
    case .open(let handoff):
      // A second press before the cover was drawn is none.
      guard let openings, !state.covered else { return .error(.unavailable) }
      do {
        guard try await flow.canCross(handoff) else { return .error(.unknownCheckout) }
      } catch {
        return .error(.unavailable)
      }
      guard !state.covered else { return .error(.unavailable) }
      if case .terminated = openings.yield(handoff) { return .error(.unavailable) }
      // Covered before the page can do anything else.
      state = BridgeState(covered: true, phase: state.phase)
      promisingRun = runs
      return .opened
    }
  }

  /// Does what the page asks for, until the task is cancelled: then a secure browser that is open is closed. Run it for as
  /// long as the page is on the screen, and again when it has come back; once at a time.
  public func run(from browser: any SecureBrowser) async {
    let (stream, continuation) = AsyncStream.makeStream(of: CheckoutHandoff.self)
    openings = continuation
    // Whoever is promised something after this run is over is told that it is.
    defer { continuation.finish() }
    runs += 1
    let run = runs
    for await handoff in stream {
      guard !Task.isCancelled else { break }
      await show(BridgeState(covered: true, phase: state.phase))
      let outcome = await flow.cross(handoff, browser)
      switch outcome {
      case .page(let phase): await show(BridgeState(covered: false, phase: phase))
      case .result(let result): await show(BridgeState(covered: false, phase: Self.phase(result), result: result))
      case .failure, .notCreated, nil: await show(BridgeState(covered: false, phase: state.phase))
      }
    }
    if run == runs { openings = nil }
    // A step that was promised is not taken now.
    if state.covered, promisingRun == run { await show(BridgeState(covered: false, phase: state.phase)) }
  }

  /// Leads the web view to the checkout's page when `CheckoutFlow.resumed` tells of a checkout that a page has begun, until
  /// the task is cancelled. Run it for as long as the web view is on the screen, and again when it has come back: then it
  /// follows what was told meanwhile.
  ///
  /// - Parameters:
  ///   - pages: Of the shop.
  ///   - isInFront: Whether the web view's scene is; if not, it is asked again at `CheckoutFlow.wake`.
  ///   - load: Loads a page in the web view.
  public func follow(
    _ pages: ShopPages, isInFront: @MainActor () -> Bool = { true }, load: @MainActor (URL) -> Void
  ) async {
    let occasions = flow.pageOccasions
    look(pages, isInFront(), load)
    for await _ in occasions { look(pages, isInFront(), load) }
  }

  private func look(_ pages: ShopPages, _ isInFront: Bool, _ load: @MainActor (URL) -> Void) {
    let page = following.next(flow.pageNews, pages, isInFront: isInFront, isCovered: state.covered)
    if let page { load(page) }
  }

  private func show(_ state: BridgeState) async {
    self.state = state
    await tell(state)
  }

  private static func phase(_ result: CheckoutResult) -> PhaseName? {
    switch result {
    case .paid: .paid
    case .declined: .declined
    case .cancelled: .cancelled
    case .notFinished, .confirming: nil
    }
  }

  /// Scheme, host and port. Nil for what has none, such as a page of data.
  static func origin(_ url: URL) -> String? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, let usual = ["https": 443, "http": 80][scheme]
    else { return nil }
    return "\(scheme)://\(host):\(parts.port ?? usual)"
  }
}
