import FerryCore

/// The texts of the shop's pages. `String` values of the provider are its name for buyers.
enum ShopText {
  // The frame
  case shopName, cartLink(Int), footer
  // The cart page
  case cartPageTitle, headline, tagline, description(sku: String), taxIncluded, addToCart, addOneMore, inCart(Int)
  case cart, cartEmpty, cartEmptyAdvice, fewer(String), more(String), remove(String), removeShort
  case each(Money), quantity(Int)
  case subtotal, shipping, shippingFrom(Money), tax, total, containedTax(Money)
  case paidSafely(selectingAt: [String])
  // The review page
  case reviewTitle, reviewAdvice, deliverTo, paymentMethod, buyer, items, change, changeAddress,
    changePayment
  case buy(Money), buyAdvice(String), cancelCheckout
  case reviewChanged, changedAddress, changedPayment, changedTotal(from: Money, to: Money, byAddress: Bool),
    changedOther
  case cartChanged, cartChangedAdvice
  // Selecting at the provider
  case selectingTitle(String), selectingAdvice(String), continueAt(String)
  case undeliverableTitle, undeliverableAdvice, selectOtherAddress
  case changingTitle, changingAdvice, keepSelection
  case checkingTitle, checking, checkingAdvice(String)
  // Paying
  case openingTitle, opening, openingAdvice(String)
  case confirmingTitle, confirming, confirmingAdvice(String), checkAgain
  case payingTitle, payingAdvice(String), continuePayment, cancelPayment
  case cancellingTitle, cancelling(String)
  // Outcomes
  case thanksTitle, thanksAdvice, orderNumber, amountPaid, keepShopping
  case declinedTitle(DeclineReason?), declinedAdvice(DeclineReason?), payAnotherWay, backToCart
  case cancelledTitle, cancelledAdvice
  case expiredTitle, expiredAdvice
  case heldTitle, heldAdvice
  case moneyReserved(Money), moneyReturning(Money), moneyReturned(Money)
  // Problems
  case unreachableTitle, unreachableAdvice, unknownTitle, unknownAdvice, busyTitle, busyAdvice
  case refusedTitle, refusedAdvice, tryAgain, seeCheckout

  func callAsFunction(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .shopName: "Minato Store"
    case .cartLink(let count): count == 0 ? "Cart" : "Cart (\(count))"
    case .footer: "Minato Store is a demonstration. Nothing is sold and nobody is charged."
    case .cartPageTitle: "Tablets – Minato Store"
    case .headline: "Tablets for the way there"
    case .tagline: "Two sizes, one price each, tax included. Delivered all over Japan."
    case .description(let sku):
      switch sku {
      case "fire-hd8": "8 inches, for one hand and a long train ride."
      case "fire-hd10": "10 inches, for films, recipes and drawing."
      default: ""
      }
    case .taxIncluded: "tax included"
    case .addToCart: "Add to cart"
    case .addOneMore: "Add another"
    case .inCart(let quantity): "\(quantity) in cart"
    case .cart: "Your cart"
    case .cartEmpty: "Your cart is empty"
    case .cartEmptyAdvice: "Add a tablet, and it will wait here for you."
    case .fewer(let name): "One \(name) less"
    case .more(let name): "One \(name) more"
    case .remove(let name): "Remove \(name)"
    case .removeShort: "Remove"
    case .each(let price): "\(price.display) each"
    case .quantity(let quantity): "Quantity \(quantity)"
    case .subtotal: "Subtotal"
    case .shipping: "Shipping"
    case .shippingFrom(let price): "Shipping from \(price.display), by address, shown before you buy."
    case .tax: "Tax"
    case .total: "Total"
    case .containedTax(let tax): "Includes \(tax.display) consumption tax"
    case .paidSafely(let names):
      names.isEmpty
        ? "You are charged only after you have reviewed your order."
        : "Choose address and card at \(names.joined(separator: " or ")), then review everything here. You are charged only after you press Buy."
    case .reviewTitle: "Review your order"
    case .reviewAdvice: "Nothing has been charged yet."
    case .deliverTo: "Deliver to"
    case .paymentMethod: "Payment"
    case .buyer: "Buyer"
    case .items: "Items"
    case .change: "Change"
    case .changeAddress: "Change address"
    case .changePayment: "Change payment method"
    case .buy(let total): "Buy now · \(total.display)"
    case .buyAdvice(let provider): "Pressing Buy places the order and takes you to \(provider) for a moment."
    case .cancelCheckout: "Cancel and keep the cart"
    case .reviewChanged: "Please look again before you buy"
    case .changedAddress: "The delivery address has changed."
    case .changedPayment: "The payment method has changed."
    case .changedTotal(let from, let to, let byAddress):
      byAddress
        ? "The total has changed from \(from.display) to \(to.display) because of the new delivery address."
        : "The total has changed from \(from.display) to \(to.display)."
    case .changedOther: "The order has changed since this page was shown."
    case .cartChanged: "Your cart is not the same any more"
    case .cartChangedAdvice:
      "You changed the cart after you began to check out. Buy orders what this page shows. To order what is in the cart now, go back to the cart and check out again."
    case .selectingTitle(let provider): "You are not done at \(provider) yet"
    case .selectingAdvice: "Choose an address and a payment method there, then come back here to review your order."
    case .continueAt(let provider): "Continue at \(provider)"
    case .undeliverableTitle: "We do not deliver there"
    case .undeliverableAdvice: "The address you chose is in a country we do not deliver to. Nothing has been charged."
    case .selectOtherAddress: "Choose another address"
    case .changingTitle: "Nothing has been changed"
    case .changingAdvice: "You came back before choosing anything else. What you chose first still stands."
    case .keepSelection: "Back to your order"
    case .checkingTitle: "We are fetching what you chose"
    case .checking: "One moment. Your order appears here by itself."
    case .checkingAdvice(let provider):
      "We are asking \(provider) for your address and payment method. You do not have to choose again."
    case .openingTitle: "We are opening the payment page"
    case .opening: "One moment. Please stay on this page."
    case .openingAdvice(let provider):
      "Nothing has been charged yet. As soon as \(provider) is ready, you can continue to payment here."
    case .confirmingTitle: "We are confirming your payment"
    case .confirming: "One moment. This page goes on by itself."
    case .confirmingAdvice(let provider):
      "You do not have to stay. We keep asking \(provider), and this page shows the result as soon as we have it. Please do not pay again."
    case .checkAgain: "Check again"
    case .payingTitle: "Your payment is not finished"
    case .payingAdvice(let provider): "\(provider) is waiting for you. Nothing has been charged yet."
    case .continuePayment: "Continue to payment"
    case .cancelPayment: "Cancel and keep the cart"
    case .cancellingTitle: "We are cancelling your order"
    case .cancelling(let provider): "We are asking \(provider) to stop the payment. This page goes on by itself."
    case .thanksTitle: "Thank you for your order"
    case .thanksAdvice: "Your payment is complete. Keep the order number for any question."
    case .orderNumber: "Order number"
    case .amountPaid: "Paid"
    case .keepShopping: "Back to the shop"
    case .declinedTitle(.notStarted): "The payment cannot be started at present"
    case .declinedTitle: "The payment was declined"
    case .declinedAdvice(let reason):
      switch reason {
      case .paymentMethodRefused:
        "The card was not accepted. Nothing was charged and your cart is kept. Please choose another payment method."
      case .verificationFailed:
        "Your bank could not confirm that it was you. Nothing was charged and your cart is kept. Try again, or use another card."
      case .timedOut: "It took too long. Nothing was charged and your cart is kept. Please try again."
      case .notStarted: "Nothing was charged and your cart is kept. Please try again later, or pay another way."
      case .refused, nil:
        "Nothing was charged and your cart is kept. Try again with another payment method, or ask your card's bank."
      }
    case .payAnotherWay: "Pay another way"
    case .backToCart: "Back to the cart"
    case .cancelledTitle: "The checkout was cancelled"
    case .cancelledAdvice: "Nothing was charged. Your cart is as you left it."
    case .expiredTitle: "The checkout took too long"
    case .expiredAdvice: "It has expired, and nothing was charged. Your cart is kept; start again whenever you like."
    case .heldTitle: "We are checking your payment"
    case .heldAdvice:
      "A person needs to check the payment. You do not have to do anything, and please do not pay again: we will write to you."
    case .moneyReserved(let amount):
      "Nothing was charged so far, but \(amount.display) is reserved on your card. We are clearing it up; please look here again in a while. Your cart is kept."
    case .moneyReturning(let amount): "\(amount.display) was charged and is being refunded. Your cart is kept."
    case .moneyReturned(let amount): "What was charged, \(amount.display), has been refunded. Your cart is kept."
    case .unreachableTitle: "The checkout cannot be reached"
    case .unreachableAdvice: "Nothing was charged and your cart is kept. Try again in a minute."
    case .unknownTitle: "We could not reach the checkout"
    case .unknownAdvice:
      "We do not know yet whether your order was placed. Please do not order again. Check its status instead."
    case .busyTitle: "One moment, please"
    case .busyAdvice: "There is a lot going on. Your cart is kept. Wait a little, then try again."
    case .refusedTitle: "This order cannot be placed as it is"
    case .refusedAdvice: "Nothing was charged. Go back to the cart, look at it, and try again."
    case .tryAgain: "Try again"
    case .seeCheckout: "Check the status"
    }
  }

  private var japanese: String {
    switch self {
    case .shopName: "みなとストア"
    case .cartLink(let count): count == 0 ? "カート" : "カート（\(count)）"
    case .footer: "みなとストアはデモンストレーションです。商品の販売も請求も行われません。"
    case .cartPageTitle: "タブレット – みなとストア"
    case .headline: "旅のおともに、タブレット"
    case .tagline: "サイズは二つ、価格は税込み。日本全国にお届けします。"
    case .description(let sku):
      switch sku {
      case "fire-hd8": "片手で持てる8インチ。長い電車の旅に。"
      case "fire-hd10": "映画もレシピもお絵かきも、10インチの大画面で。"
      default: ""
      }
    case .taxIncluded: "税込"
    case .addToCart: "カートに入れる"
    case .addOneMore: "もう1点追加"
    case .inCart(let quantity): "カートに\(quantity)点"
    case .cart: "カート"
    case .cartEmpty: "カートは空です"
    case .cartEmptyAdvice: "商品を追加すると、ここに表示されます。"
    case .fewer(let name): "\(name)を1点減らす"
    case .more(let name): "\(name)を1点増やす"
    case .remove(let name): "\(name)を削除"
    case .removeShort: "削除"
    case .each(let price): "単価 \(price.display)"
    case .quantity(let quantity): "数量 \(quantity)"
    case .subtotal: "小計"
    case .shipping: "送料"
    case .shippingFrom(let price): "送料は\(price.display)から。お届け先に応じて、ご購入前に表示します。"
    case .tax: "消費税"
    case .total: "合計"
    case .containedTax(let tax): "うち消費税 \(tax.display)"
    case .paidSafely(let names):
      names.isEmpty
        ? "ご請求は、ご注文内容をご確認いただいたあとだけです。"
        : "\(names.joined(separator: "または"))でお届け先とカードを選び、このショップで内容を確認します。請求は「購入する」を押したあとだけです。"
    case .reviewTitle: "ご注文内容の確認"
    case .reviewAdvice: "まだ請求は行われていません。"
    case .deliverTo: "お届け先"
    case .paymentMethod: "お支払い方法"
    case .buyer: "ご購入者"
    case .items: "商品"
    case .change: "変更"
    case .changeAddress: "お届け先を変更"
    case .changePayment: "お支払い方法を変更"
    case .buy(let total): "購入する・\(total.display)"
    case .buyAdvice(let provider): "「購入する」を押すとご注文が確定し、\(provider)の画面を経由します。"
    case .cancelCheckout: "中止してカートに戻る"
    case .reviewChanged: "ご購入の前に、もう一度ご確認ください"
    case .changedAddress: "お届け先が変わりました。"
    case .changedPayment: "お支払い方法が変わりました。"
    case .changedTotal(let from, let to, let byAddress):
      byAddress
        ? "お届け先の変更により、合計金額が\(from.display)から\(to.display)に変わりました。"
        : "合計金額が\(from.display)から\(to.display)に変わりました。"
    case .changedOther: "表示のあとでご注文内容が変わりました。"
    case .cartChanged: "カートの内容が変更されています"
    case .cartChangedAdvice:
      "購入手続きを始めたあとに、カートの内容が変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。現在のカートの内容で注文するには、カートに戻り、もう一度購入手続きを行ってください。"
    case .selectingTitle(let provider): "\(provider)での選択が終わっていません"
    case .selectingAdvice(let provider): "\(provider)でお届け先とお支払い方法を選ぶと、ここでご注文内容を確認できます。"
    case .continueAt(let provider): "\(provider)に進む"
    case .undeliverableTitle: "ご指定のお届け先には配送できません"
    case .undeliverableAdvice: "選択された国・地域へはお届けしておりません。まだ請求は発生していません。"
    case .selectOtherAddress: "別のお届け先を選ぶ"
    case .changingTitle: "変更は行われていません"
    case .changingAdvice: "別の選択をする前に戻られました。はじめに選ばれた内容はそのまま残っています。"
    case .keepSelection: "ご注文内容に戻る"
    case .checkingTitle: "選択された内容を確認しています"
    case .checking: "少しお待ちください。ご注文内容が自動で表示されます。"
    case .checkingAdvice(let provider): "お届け先とお支払い方法を\(provider)に確認しています。もう一度選び直す必要はありません。"
    case .openingTitle: "お支払いページを準備しています"
    case .opening: "少しお待ちください。このページを閉じないでください。"
    case .openingAdvice(let provider): "まだ請求は行われていません。\(provider)の準備ができると、このページからお支払いに進めます。"
    case .confirmingTitle: "お支払いを確認しています"
    case .confirming: "少しお待ちください。このページは自動で切り替わります。"
    case .confirmingAdvice(let provider):
      "お支払いの結果を\(provider)に確認しています。ページを閉じても確認は続きます。結果はこのページでご確認いただけます。もう一度お支払いにならないでください。"
    case .checkAgain: "もう一度確認する"
    case .payingTitle: "お支払いが完了していません"
    case .payingAdvice(let provider): "\(provider)の画面でお手続きが残っています。まだ請求は行われていません。"
    case .continuePayment: "お支払いに進む"
    case .cancelPayment: "中止してカートに戻る"
    case .cancellingTitle: "ご注文を取り消しています"
    case .cancelling(let provider): "\(provider)にお支払いの中止を依頼しています。このページは自動で切り替わります。"
    case .thanksTitle: "ご注文ありがとうございます"
    case .thanksAdvice: "お支払いが完了しました。お問い合わせの際は、注文番号をお知らせください。"
    case .orderNumber: "注文番号"
    case .amountPaid: "お支払い金額"
    case .keepShopping: "ショップに戻る"
    case .declinedTitle(.notStarted): "現在、お支払いを開始できません"
    case .declinedTitle: "お支払いが承認されませんでした"
    case .declinedAdvice(let reason):
      switch reason {
      case .paymentMethodRefused: "カード会社で承認されませんでした。請求は行われておらず、カートはそのまま残っています。別のお支払い方法をお試しください。"
      case .verificationFailed: "ご本人の確認ができませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しいただくか、別のカードをご利用ください。"
      case .timedOut: "時間内に完了しませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しください。"
      case .notStarted: "請求は行われておらず、カートはそのまま残っています。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。"
      case .refused, nil: "請求は行われておらず、カートはそのまま残っています。別のお支払い方法でお試しいただくか、カード会社にお問い合わせください。"
      }
    case .payAnotherWay: "別の方法で支払う"
    case .backToCart: "カートに戻る"
    case .cancelledTitle: "購入手続きを中止しました"
    case .cancelledAdvice: "請求は行われていません。カートはそのまま残っています。"
    case .expiredTitle: "購入手続きの有効期限が切れました"
    case .expiredAdvice: "請求は行われていません。カートは残っていますので、いつでも最初からお手続きいただけます。"
    case .heldTitle: "お支払いを確認中です"
    case .heldAdvice: "お支払いについて担当者の確認が必要です。お客様の操作は必要ありません。もう一度支払わずに、ショップからのご連絡をお待ちください。"
    case .moneyReserved(let amount):
      "まだ請求は行われていませんが、カードのご利用枠が\(amount.display)分確保されています。確認を進めていますので、しばらくしてからこのページをもう一度ご覧ください。カートはそのまま残っています。"
    case .moneyReturning(let amount): "\(amount.display)の請求が発生しましたが、返金の手続きを進めています。カートはそのまま残っています。"
    case .moneyReturned(let amount): "請求された\(amount.display)は返金済みです。カートはそのまま残っています。"
    case .unreachableTitle: "ただいま購入手続きに接続できません"
    case .unreachableAdvice: "請求は行われておらず、カートはそのまま残っています。1分ほど待ってから、もう一度お試しください。"
    case .unknownTitle: "購入手続きの状態を確認できませんでした"
    case .unknownAdvice: "ご注文が受け付けられたかどうか、まだ確認できていません。もう一度注文せずに、状態をご確認ください。"
    case .busyTitle: "少しお待ちください"
    case .busyAdvice: "ただいま混み合っています。カートはそのまま残っています。しばらく待ってから、もう一度お試しください。"
    case .refusedTitle: "このままではご注文を受け付けられません"
    case .refusedAdvice: "請求は行われていません。カートに戻って内容を確認し、もう一度お試しください。"
    case .tryAgain: "もう一度試す"
    case .seeCheckout: "状態を確認する"
    }
  }
}
