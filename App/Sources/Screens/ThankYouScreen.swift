import Ferry
import FerryCore
import SwiftUI

/// The result of a checkout: thanks with the order's number, or the buyer's options.
struct ThankYouScreen: View {
  let outcome: CheckoutOutcome
  let language: Language
  let perform: @MainActor (StatusModel.Action) -> Void

  var body: some View {
    ScrollView { StatusView(.ended(outcome), language: language, perform: perform) }
  }
}
