import FerryCore
public import Foundation

/// Connects the script of the shop's pages in a web view with the flow.
///
/// The page gets a challenge, opens steps by the handoffs of its backend, and learns when it is covered. It never sees a
/// verifier, and names no address: the app builds every URL from its own configuration. The page reviews and confirms by its
/// own backend.
@MainActor
@_spi(Phone)
public final class WebBridge {
  private let flow: CheckoutFlow
  private let origin: String?
  private let tell: @MainActor @Sendable (BridgeState) async -> Void
  private var openings: AsyncStream<CheckoutHandoff>.Continuation?
  private var following: PageFollowing
  /// Runs so far. A page that leaves the screen and comes back may start a run before the last one has ended.
  private var runs = 0
  /// The run that accepted the page's last step.
  private var promisingRun = 0
  public private(set) var state = BridgeState(covered: false)

  /// - Parameters:
  ///   - shop: Any address of the shop. Messages from other origins are rejected.
  ///   - tell: Calls the page's function `ferryState` with the state's JSON as its argument.
  public init(flow: CheckoutFlow, shop: URL, tell: @escaping @MainActor @Sendable (BridgeState) async -> Void) {
    self.flow = flow
    origin = shop.webOrigin
    self.tell = tell
    following = PageFollowing(from: flow.pageNews)
  }

  /// Takes a message and returns the reply's JSON. Total.
  ///
  /// - Parameters:
  ///   - text: The message's JSON.
  ///   - page: The address, or the origin, of the frame that sent it, as the web view tells it.
  ///   - isMainFrame: Messages from frames inside the page are rejected.
  public func receive(_ text: String, from page: URL?, isMainFrame: Bool) async -> String {
    await reply(to: text, from: page, isMainFrame: isMainFrame).text
  }

  private func reply(to text: String, from page: URL?, isMainFrame: Bool) async -> BridgeReply {
    guard isMainFrame, let origin, page?.webOrigin == origin else { return .error(.forbidden) }
    switch BridgeMessage.read(text) {
    case .failure(let error): return .error(error)
    case .success(.state): return .state(state)
    case .success(.prepare): return (try? await flow.prepare()).map(BridgeReply.prepared) ?? .error(.unavailable)
    case .success(.open(let handoff)):
      // The buyer may press twice before the cover is drawn.
      guard let openings, !state.covered else { return .error(.unavailable) }
      guard let isOurs = try? await flow.canCross(handoff) else { return .error(.unavailable) }
      guard isOurs else { return .error(.unknownCheckout) }
      guard !state.covered else { return .error(.unavailable) }
      if case .terminated = openings.yield(handoff) { return .error(.unavailable) }
      // Set at once, before the page can send another message.
      state = BridgeState(covered: true, phase: state.phase)
      promisingRun = runs
      return .opened
    }
  }

  /// Opens the steps that the page asks for, until the task is cancelled. An open secure browser closes then. Run it while the
  /// page is on the screen, and again when the page is back; once at a time.
  public func run(from browser: any SecureBrowser) async {
    let (stream, continuation) = AsyncStream.makeStream(of: CheckoutHandoff.self)
    openings = continuation
    // Later messages get `unavailable`.
    defer { continuation.finish() }
    runs += 1
    let run = runs
    for await handoff in stream {
      guard !Task.isCancelled else { break }
      await show(BridgeState(covered: true, phase: state.phase))
      switch await flow.cross(handoff, browser) {
      case .page(let phase): await show(BridgeState(covered: false, phase: phase))
      case .result(let outcome):
        let phase = outcome.isFinal ? PhaseName(rawValue: BridgeState.word(outcome)) : nil
        await show(BridgeState(covered: false, phase: phase, outcome: outcome))
      case .failure, .notCreated, nil: await show(BridgeState(covered: false, phase: state.phase))
      }
    }
    if run == runs { openings = nil }
    // An accepted step is not opened any more.
    if state.covered, promisingRun == run { await show(BridgeState(covered: false, phase: state.phase)) }
  }

  /// Loads the checkout's page when `CheckoutFlow.resumed` tells the result of a page's checkout, until the task is cancelled.
  /// Run it while the web view is on the screen, and again when it is back: it then follows news of the meantime.
  ///
  /// - Parameters:
  ///   - isInFront: True if the web view's scene is in front. If not, `CheckoutFlow.wake` asks again.
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
}
