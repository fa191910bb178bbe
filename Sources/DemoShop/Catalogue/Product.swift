import FerryCore

/// Something that the shop sells.
struct Product: Sendable, Hashable {
  /// The shop's own name for it, which carts and orders hold.
  let sku: String
  let name: String
  /// For one piece.
  let price: Money
  let drawing: Drawing
}
