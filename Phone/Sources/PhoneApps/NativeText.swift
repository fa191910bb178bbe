internal import FerryCore

/// What the native app says in its own name. What is said about a payment comes from Ferry.
enum NativeText {
  case cart, priceNote

  func callAsFunction(_ language: Language) -> String {
    switch (self, language) {
    case (.cart, .english): "Your cart"
    case (.cart, .japanese): "カート"
    case (.priceNote, .english):
      "Tax included. Shipping depends on the address, and is shown before you buy."
    case (.priceNote, .japanese): "税込価格です。送料はお届け先により異なり、ご購入の前に表示されます。"
    }
  }
}
