import FerryCheckout
import FerryCore

/// Who calls `/v1`: a shop, in one mode.
struct Merchant: Hashable, Sendable {
  var shop: ShopID
  var mode: Mode
}
