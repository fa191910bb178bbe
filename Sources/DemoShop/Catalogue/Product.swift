public import FerryCore

/// Something that the shop sells.
public struct Product: Sendable, Hashable {
  /// The shop's own name for it, which carts and orders hold.
  public let sku: String
  public let name: String
  /// Tax included.
  public let price: Money
  let drawing: Drawing

  init(sku: String, name: String, price: Money, drawing: Drawing) {
    self.sku = sku
    self.name = name
    self.price = price
    self.drawing = drawing
  }
}
