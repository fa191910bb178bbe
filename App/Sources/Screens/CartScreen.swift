import Ferry
import FerryCore
import Foundation
import SwiftUI

/// The catalogue of one market, with the quantities in the cart and a button for each way to pay.
struct CartScreen: View {
  let shop: Shop
  let catalogue: CatalogueBody
  /// The id of the market that the buyer wants to shop in.
  let market: Binding<String?>
  let cart: Binding<Cart>
  /// A checkout that may have paid already. The buyer pays for nothing else until its outcome is known.
  let unconfirmed: String?
  let buy: @MainActor (OfferBody) -> Void
  /// Performs an action on the unconfirmed checkout.
  let perform: @MainActor (StatusModel.Action) -> Void

  private var status: FlowStatus { unconfirmed == nil ? .idle : .ended(.confirming) }

  var body: some View {
    List {
      Section {
        Picker(selection: market) {
          ForEach(catalogue.markets, id: \.id) { market in
            Text(verbatim: market.label(shop.language)).tag(Optional(market.id))
          }
        } label: {
          Text(verbatim: shop.texts.market)
        }
      }
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
        Text(verbatim: shop.texts.cart)
      }
      Section {
        Text(verbatim: "\(shop.texts.shippingFrom) \(catalogue.shippingFrom.display(shop.language))").font(.footnote)
        ForEach(catalogue.providers, id: \.id) { offer in
          PayButton(provider: offer.name, status: status, language: shop.language) { buy(offer) }
            .disabled(cart.wrappedValue.isEmpty)
        }
      }
      if unconfirmed != nil {
        Section {
          Text(verbatim: shop.language.ferryTexts.mayHavePaid).font(.body)
          StatusView(status, language: shop.language, perform: perform)
        }
      }
    }
  }
}
