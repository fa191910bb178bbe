#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which of the shop's pages a web view loads when it is not the buyer who leads it somewhere. `FerryWebPage` goes by it; so
/// can any other web view.
public struct ShopPages: Hashable, Sendable {
  /// To begin with.
  public let start: URL
  /// The page of the checkout that the buyer's session is in. The shop's backend shows there what the server's present phase
  /// asks for. Nil when the shop has no such page.
  public let checkout: URL?

  public init(start: URL, checkout: URL? = nil) {
    self.start = start
    self.checkout = checkout
  }

  /// The page's process has died: what is loaded in its place.
  ///
  /// - Parameters:
  ///   - shown: The address of the page that has died.
  ///   - isCovered: Whether the secure browser lies over it: see `BridgeState.covered`. The page below was of before the
  ///     buyer went away, and the checkout goes on without it.
  @MainActor
  public func afterProcessEnded(showing shown: URL?, isCovered: Bool) -> URL {
    if isCovered, let checkout { return checkout }
    guard let shown, WebBridge.origin(shown) == WebBridge.origin(start) else { return start }
    return shown
  }

  /// What became of a checkout has been told, while no page was waiting for it.
  ///
  /// - Parameter isCovered: As above: who is at the provider is not led elsewhere.
  /// - Returns: Nil when the page stays as it is.
  public func after(_ news: ResumedCheckout, isCovered: Bool) -> URL? {
    news.isOfPage && !isCovered ? checkout : nil
  }
}
