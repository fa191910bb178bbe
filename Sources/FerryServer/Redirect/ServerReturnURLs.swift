public import FerryCheckout
public import FerryCore
public import FerryProvider
public import FerryWeb

/// This server's own addresses that others are given.
public struct ServerLinks: Sendable, Hashable {
  public let base: Origin

  /// - Parameter base: The server's public address.
  public init(base: Origin) { self.base = base }

  /// The addresses that a provider sends the buyer of a checkout back to.
  public func returnLinks(_ id: CheckoutID, _ roundTrips: RoundTrips) -> ProviderReturnURLs {
    ProviderReturnURLs(
      select: base.link("/ferry/return/\(id.text)/\(roundTrips.nonce)/select").text,
      pay: base.link("/ferry/return/\(id.text)/\(roundTrips.nonce)/pay").text,
      cancel: base.link("/ferry/return/\(id.text)/\(roundTrips.nonce)/cancel").text)
  }

  /// The page that opens a step. The ticket is in the fragment, which browsers send to nobody.
  func start(_ ticket: StartTicket) -> String {
    base.link("/ferry/start").text + "#" + ticket.text
  }

  /// The page that sends the bound browser to the provider.
  func next(_ id: CheckoutID) -> Link { base.link("/ferry/next/\(id.text)") }
}
