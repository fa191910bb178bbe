import FerryCore

/// The words of the review in the secure browser.
enum ReviewText {
  case title, address, payment, items, changeAddress, changePayment, subtotal, shipping, tax, total
  case purchase(Money), changedTotal(from: Money, to: Money), purchaseAdvice, backToApp, asking, notServed,
    chooseAnother

  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .title: "Check your order"
    case .address: "Deliver to"
    case .payment: "Payment"
    case .items: "Your order"
    case .changeAddress: "Change the address"
    case .changePayment: "Change the payment"
    case .subtotal: "Subtotal"
    case .shipping: "Delivery"
    case .tax: "Tax"
    case .total: "Total"
    case .purchase(let total): "Buy · \(total.display)"
    case .changedTotal(let from, let to): "The total has changed from \(from.display) to \(to.display)."
    case .purchaseAdvice: "Takes you to the app, and from there to the payment."
    case .backToApp: "Back to the app"
    case .asking: "One moment, your choice is being fetched."
    case .notServed: "We do not deliver to this country"
    case .chooseAnother: "Choose another address."
    }
  }

  private var japanese: String {
    switch self {
    case .title: "ご注文内容の確認"
    case .address: "お届け先"
    case .payment: "お支払い方法"
    case .items: "ご注文商品"
    case .changeAddress: "お届け先を変更"
    case .changePayment: "お支払い方法を変更"
    case .subtotal: "小計"
    case .shipping: "送料"
    case .tax: "消費税"
    case .total: "合計"
    case .purchase(let total): "購入する・\(total.display)"
    case .changedTotal(let from, let to): "合計金額が\(from.display)から\(to.display)に変わりました。"
    case .purchaseAdvice: "アプリに戻り、お支払いに進みます。"
    case .backToApp: "アプリに戻る"
    case .asking: "ご選択の内容を確認しています。少々お待ちください。"
    case .notServed: "この国にはお届けできません"
    case .chooseAnother: "別のお届け先をお選びください。"
    }
  }
}
