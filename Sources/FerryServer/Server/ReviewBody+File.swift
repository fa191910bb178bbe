import FerryCheckout
import FerryCore
import FerryEngine

extension ReviewBody {
  /// Nil while there is no price, and if the checkout has ended without payment.
  init?(_ file: CheckoutFile) {
    let checkout = file.checkout
    guard let quote = checkout.quote, !checkout.phase.isFinal || checkout.phase == .paid else { return nil }
    self.init(
      revision: checkout.revision, buyer: file.shownDetails?.buyer, shippingAddress: file.shownDetails?.shippingAddress,
      paymentDescriptor: file.shownDetails?.paymentDescriptor, lines: checkout.content.lineBodies,
      subtotal: checkout.content.goods ?? quote.subtotal,
      shipping: DeliveryPrice(quote.shipping, isUncertain: checkout.isDeliveryUncertain),
      tax: quote.tax, taxIncluded: checkout.content.tax.included,
      taxes: quote.taxes, total: quote.total, discounts: checkout.content.discounts,
      paidOtherwise: checkout.content.paidOtherwise)
  }
}

extension OrderContent {
  /// The lines' sum, less their own discounts; nil for a sum that overflows, which accepted orders have not.
  var goods: Money? { try? Money.sum(lineBodies.map(\.amount), in: currency) }

  var lineBodies: [LineBody] {
    zip(lineIDs, lines).compactMap { id, line in
      // Accepted orders have no amount that overflows.
      guard let amount = try? line.amount, let off = try? Money.sum((line.discounts ?? []).map(\.amount), in: currency),
        let left = try? amount.subtracting(off)
      else { return nil }
      return LineBody(
        id: id, sku: line.sku, name: line.name, quantity: line.quantity, unitPrice: line.unitPrice, amount: left,
        percent: line.tax?.rule == .untaxed ? nil : line.tax?.percent ?? tax.percent, discounts: line.discounts)
    }
  }
}

extension CheckoutFile {
  /// The buyer as the review shows them.
  var shownDetails: BuyerDetails? {
    masksBuyer ? details?.masked : details
  }
}

extension BuyerDetails {
  /// Region and country, which the price depends on, and the first letters of names. The buyer recognises their own; nobody
  /// learns where another buyer lives.
  var masked: BuyerDetails {
    BuyerDetails(
      buyer: buyer.map { BuyerBody(name: $0.name.map(Self.initial), email: nil, phone: nil) },
      shippingAddress: shippingAddress.map {
        AddressBody(
          name: $0.name.map(Self.initial), lines: [], city: nil, region: $0.region, postalCode: nil,
          country: $0.country, phone: nil)
      }, paymentDescriptor: nil)
  }

  private static func initial(_ name: String) -> String { String(name.prefix(1)) + "…" }
}
