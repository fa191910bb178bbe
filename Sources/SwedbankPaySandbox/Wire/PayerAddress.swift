import FerrySandbox
import FerryWeb

/// An address to which the payer's browser is led: of the web, or of an app's own scheme.
struct PayerAddress {
  let link: Link

  /// Nil for an address that no browser may be led to.
  init?(_ text: String) {
    guard let link = Link(ofMerchant: text, atMost: 2_000) else { return nil }
    self.link = link
  }
}
