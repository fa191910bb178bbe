import FerryCore

/// The words of the review.
enum ReviewText {
  case title, address, payment, items, changeAddress, changePayment, subtotal, shipping, tax, total
  case purchase(Money), changedTotal(from: Money, to: Money), purchaseAdvice, backToApp, asking, notServed,
    selectAnother

  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
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
    case .purchase(let total): "Buy · \(total.display(.english))"
    case .changedTotal(let from, let to):
      "The total has changed from \(from.display(.english)) to \(to.display(.english))."
    case .purchaseAdvice: "Opens the app, and then the payment page."
    case .backToApp: "Back to the app"
    case .asking: "One moment. Your selection is loading."
    case .notServed: "We do not deliver to this country"
    case .selectAnother: "Please select another address."
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
    case .purchase(let total): "購入する・\(total.display(.japanese))"
    case .changedTotal(let from, let to): "合計金額が\(from.display(.japanese))から\(to.display(.japanese))に変わりました。"
    case .purchaseAdvice: "アプリに戻り、お支払いに進みます。"
    case .backToApp: "アプリに戻る"
    case .asking: "ご選択の内容を確認しています。少々お待ちください。"
    case .notServed: "この国にはお届けできません"
    case .selectAnother: "別のお届け先をお選びください。"
    }
  }

  private var spanish: String {
    switch self {
    case .title: "Revise su pedido"
    case .address: "Enviar a"
    case .payment: "Pago"
    case .items: "Su pedido"
    case .changeAddress: "Cambiar la dirección"
    case .changePayment: "Cambiar el medio de pago"
    case .subtotal: "Subtotal"
    case .shipping: "Envío"
    case .tax: "Impuesto"
    case .total: "Total"
    case .purchase(let total): "Comprar · \(total.display(.spanish))"
    case .changedTotal(let from, let to):
      "El total cambió de \(from.display(.spanish)) a \(to.display(.spanish))."
    case .purchaseAdvice: "Abre la aplicación y después la página de pago."
    case .backToApp: "Volver a la aplicación"
    case .asking: "Un momento. Estamos cargando lo que eligió."
    case .notServed: "No hacemos envíos a este país"
    case .selectAnother: "Elija otra dirección."
    }
  }

  private var swedish: String {
    switch self {
    case .title: "Granska din order"
    case .address: "Leverans till"
    case .payment: "Betalning"
    case .items: "Din order"
    case .changeAddress: "Ändra adress"
    case .changePayment: "Ändra betalsätt"
    case .subtotal: "Delsumma"
    case .shipping: "Frakt"
    case .tax: "Moms"
    case .total: "Totalt"
    case .purchase(let total): "Köp · \(total.display(.swedish))"
    case .changedTotal(let from, let to):
      "Totalsumman har ändrats från \(from.display(.swedish)) till \(to.display(.swedish))."
    case .purchaseAdvice: "Öppnar appen och sedan betalsidan."
    case .backToApp: "Tillbaka till appen"
    case .asking: "Ett ögonblick. Vi hämtar det du har valt."
    case .notServed: "Vi levererar inte till det landet"
    case .selectAnother: "Välj en annan adress."
    }
  }
}
