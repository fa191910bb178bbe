import Ferry
import FerryCore
import Foundation
import SwiftUI

/// The catalogue, with the quantities in the cart.
struct CartScreen: View {
  let shop: Shop
  let catalogue: CatalogueBody
  let cart: Binding<Cart>
  /// A checkout that may have paid already. The buyer pays for nothing else until its outcome is known.
  let unconfirmed: String?
  let buy: @MainActor () -> Void
  /// Performs an action on the unconfirmed checkout.
  let perform: @MainActor (StatusModel.Action.Kind) -> Void

  private var status: FlowStatus { unconfirmed == nil ? .idle : .ended(.confirming) }

  var body: some View {
    List {
      Section {
        ForEach(catalogue.products, id: \.sku) { product in
          Stepper(value: cart[product.sku], in: Cart.quantities) {
            VStack(alignment: .leading, spacing: 4) {
              Text(verbatim: product.name).font(.headline)
              Text(verbatim: "\(product.price.display(shop.language)) × \(cart.wrappedValue[product.sku])").font(.body)
            }
          }
        }
      } header: {
        Text(verbatim: shop.text(.cart))
      }
      Section {
        Text(verbatim: "\(shop.text(.shippingFrom)) \(catalogue.shippingFrom.display(shop.language))").font(.footnote)
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
