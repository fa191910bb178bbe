import FerrySandbox
import FerryWeb

/// An address to which a session's page leads the buyer: of the web, or of an app's own scheme, such as
/// `redirection://receipt?return`, which the test host accepts and leaves unchanged.
struct ReturnAddress {
  let link: Link

  /// - Parameter text: 1 to 255 characters. Nil for an address that no browser may be led to.
  init?(_ text: String) {
    guard let link = Link(ofMerchant: text, atMost: 255) else { return nil }
    self.link = link
  }
}
