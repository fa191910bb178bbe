import FerryCheckout
import FerryCore

extension CheckoutID {
  /// An id out of a request. Nil for text that none of ours can be, so that it may stand in a cookie's name.
  init?(untrusted text: String) {
    guard PlainText.isPlain(text, most: 64) else { return nil }
    self.init(text)
  }
}
