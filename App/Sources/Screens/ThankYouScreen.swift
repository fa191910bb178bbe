import Ferry
import FerryCore
import SwiftUI

/// How it ended, in Ferry's words: thanks with the order's number, or what the buyer can do instead.
struct ThankYouScreen: View {
  let result: CheckoutResult
  let language: Language
  let perform: @MainActor (StatusModel.Action.Kind) -> Void

  var body: some View {
    ScrollView { StatusView(.ended(result), language: language, perform: perform) }
  }
}
