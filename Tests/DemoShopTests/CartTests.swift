import FerryCore
import Testing

@testable import DemoShop

@Suite("Cart")
struct CartTests {
  @Test("Quantities are set, within their limits, and nothing is kept at zero")
  func quantities() {
    var cart = Cart()
    cart.set("fire-hd8", to: 2)
    cart.set("fire-hd8", to: 2)
    #expect(cart.quantity(of: "fire-hd8") == 2)
    cart.set("fire-hd8", to: 11)
    #expect(cart.quantity(of: "fire-hd8") == 10)
    cart.set("fire-hd8", to: -1)
    #expect(cart.isEmpty)
  }

  @Test("What was bought leaves the cart, what was added since stays")
  func subtracting() {
    var bought = Cart()
    bought.set("fire-hd8", to: 1)
    bought.set("fire-hd10", to: 2)
    var cart = bought
    cart.set("fire-hd8", to: 3)
    cart.subtract(bought)
    #expect(cart.quantity(of: "fire-hd8") == 2)
    #expect(cart.quantity(of: "fire-hd10") == 0)
  }

  @Test("Prices come from the catalogue")
  func prices() throws {
    var cart = Cart()
    cart.set("fire-hd8", to: 1)
    cart.set("fire-hd10", to: 2)
    cart.set("no-longer-sold", to: 5)
    let priced = try PricedCart(cart, .demo)
    #expect(priced.lines.map(\.amount) == [.yen(8_980), .yen(31_960)])
    #expect(priced.subtotal == .yen(40_940))
  }
}
