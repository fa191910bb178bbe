import FerryCheckout
import FerryCore

extension CheckoutID {
  /// An id out of a request. Nil for text that none of ours can be, so that it may stand in a cookie's name.
  init?(untrusted text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(text.utf8.count) else { return nil }
    self.init(text)
  }
}
