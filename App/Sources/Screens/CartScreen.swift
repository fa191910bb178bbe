import Ferry
import FerryCore
import Foundation
import SwiftUI

/// What there is, and how much of it the buyer wants.
struct CartScreen: View {
  let shop: Shop
  let catalogue: CatalogueBody
  let cart: Binding<Cart>
  /// A payment that may have gone through already: nothing else is paid for until that is known.
  let unconfirmed: String?
  let buy: @MainActor () -> Void
  /// Does something about the payment that is not confirmed.
  let perform: @MainActor (StatusModel.Action.Kind) -> Void

  private var status: FlowStatus { unconfirmed == nil ? .idle : .ended(.confirming) }

  var body: some View {
    List {
      Section {
        ForEach(catalogue.products, id: \.sku) { product in
          Stepper(value: cart[product.sku], in: Cart.quantities) {
            VStack(alignment: .leading, spacing: 4) {
              Text(verbatim: product.name).font(.headline)
              Text(verbatim: "\(product.price.display) × \(cart.wrappedValue[product.sku])").font(.body)
            }
          }
        }
      } header: {
        Text(verbatim: shop.text(.cart))
      }
      Section {
        Text(verbatim: "\(shop.text(.shippingFrom)) \(catalogue.shippingFrom.display)").font(.footnote)
        PayButton(provider: "Amazon Pay", status: status, language: shop.language, action: buy)
          .disabled(cart.wrappedValue.isEmpty)
      }
      if unconfirmed != nil {
        Section {
          Text(verbatim: FerryText.mayHavePaid(shop.language)).font(.body)
          StatusView(status, language: shop.language, perform: perform)
        }
      }
    }
  }
}
