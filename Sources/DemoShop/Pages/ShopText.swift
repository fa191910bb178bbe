import FerryCore

/// A text of the shop's pages in all its languages. `provider` is the provider's name for buyers.
struct ShopText: Sendable {
  private let english: String
  private let japanese: String
  private let spanish: String

  init(_ english: String, _ japanese: String, _ spanish: String) {
    self.english = english
    self.japanese = japanese
    self.spanish = spanish
  }

  func callAsFunction(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    }
  }

  // The frame

  static let shopName = Self("Minato Store", "みなとストア", "Minato Store")
  static func cartLink(_ count: Int) -> Self {
    count == 0 ? Self("Cart", "カート", "Carrito") : Self("Cart (\(count))", "カート（\(count)）", "Carrito (\(count))")
  }
  static let footer = Self(
    "Minato Store is a demonstration. Nothing is sold and nobody is charged.", "みなとストアはデモンストレーションです。商品の販売も請求も行われません。",
    "Minato Store es una demostración. No se vende nada y no se le cobra a nadie.")

  // The cart page

  static let cartPageTitle = Self("Tablets – Minato Store", "タブレット – みなとストア", "Tabletas – Minato Store")
  static let headline = Self("Tablets for the way there", "旅のおともに、タブレット", "Tabletas para el camino")
  static func tagline(_ country: String) -> Self {
    Self(
      "Two sizes, one price each, tax included. Delivered all over \(country).",
      "サイズは二つ、価格は税込み。\(country)全国にお届けします。",
      "Dos tamaños, un precio cada uno, impuesto incluido. Con envío a cualquier lugar de \(country).")
  }
  static func description(sku: String) -> Self {
    switch sku {
    case "fire-hd8":
      Self(
        "8 inches, for one hand and a long train ride.", "片手で持てる8インチ。長い電車の旅に。",
        "8 pulgadas, para una sola mano y un viaje largo.")
    case "fire-hd10":
      Self(
        "10 inches, for films, recipes and drawing.", "映画もレシピもお絵かきも、10インチの大画面で。",
        "10 pulgadas, para películas, recetas y dibujos.")
    default: Self("", "", "")
    }
  }
  static let taxIncluded = Self("tax included", "税込", "impuesto incluido")
  static let addToCart = Self("Add to cart", "カートに入れる", "Agregar al carrito")
  static let addOneMore = Self("Add another", "もう1点追加", "Agregar otra")
  static func inCart(_ quantity: Int) -> Self {
    Self("\(quantity) in cart", "カートに\(quantity)点", "\(quantity) en el carrito")
  }
  static let cart = Self("Your cart", "カート", "Su carrito")
  static let cartEmpty = Self("Your cart is empty", "カートは空です", "Su carrito está vacío")
  static let cartEmptyAdvice = Self(
    "Add a tablet, and it will wait here for you.", "商品を追加すると、ここに表示されます。",
    "Agregue una tableta y la verá aquí.")
  static func fewer(_ name: String) -> Self { Self("One \(name) less", "\(name)を1点減らす", "Quitar una \(name)") }
  static func more(_ name: String) -> Self { Self("One \(name) more", "\(name)を1点増やす", "Agregar una \(name)") }
  static func remove(_ name: String) -> Self { Self("Remove \(name)", "\(name)を削除", "Eliminar \(name)") }
  static let removeShort = Self("Remove", "削除", "Eliminar")
  static func each(_ price: Money) -> Self {
    Self("\(price.display(.english)) each", "単価 \(price.display(.japanese))", "\(price.display(.spanish)) cada una")
  }
  static func quantity(_ quantity: Int) -> Self {
    Self("Quantity \(quantity)", "数量 \(quantity)", "Cantidad: \(quantity)")
  }
  static let subtotal = Self("Subtotal", "小計", "Subtotal")
  static let shipping = Self("Shipping", "送料", "Envío")
  static func shippingFrom(_ price: Money) -> Self {
    Self(
      "Shipping from \(price.display(.english)), by address, shown before you buy.",
      "送料は\(price.display(.japanese))から。お届け先に応じて、ご購入前に表示します。",
      "Envío desde \(price.display(.spanish)), según la dirección; se muestra antes de comprar.")
  }
  static let tax = Self("Tax", "消費税", "Impuesto")
  static let total = Self("Total", "合計", "Total")
  static func containedTax(_ tax: Money) -> Self {
    Self(
      "Includes \(tax.display(.english)) tax", "うち消費税 \(tax.display(.japanese))",
      "Incluye \(tax.display(.spanish)) de impuesto")
  }
  static func paidSafely(selectingAt names: [String]) -> Self {
    names.isEmpty
      ? Self(
        "You are charged only after you have reviewed your order.", "ご請求は、ご注文内容をご確認いただいたあとだけです。",
        "Solo se le cobra después de que usted revise su pedido.")
      : Self(
        "Choose address and card at \(names.joined(separator: " or ")), then review everything here. You are charged only after you press Buy.",
        "\(names.joined(separator: "または"))でお届け先とカードを選び、このショップで内容を確認します。請求は「購入する」を押したあとだけです。",
        "Elija dirección y tarjeta en \(names.joined(separator: " o ")) y revise todo aquí. Solo se le cobra después de pulsar Comprar."
      )
  }

  // The review page

  static let reviewTitle = Self("Review your order", "ご注文内容の確認", "Revise su pedido")
  static let reviewAdvice = Self("Nothing has been charged yet.", "まだ請求は行われていません。", "Todavía no se ha cobrado nada.")
  static let deliverTo = Self("Deliver to", "お届け先", "Enviar a")
  static let paymentMethod = Self("Payment", "お支払い方法", "Pago")
  static let buyer = Self("Buyer", "ご購入者", "Comprador")
  static let items = Self("Items", "商品", "Productos")
  static let change = Self("Change", "変更", "Cambiar")
  static let changeAddress = Self("Change address", "お届け先を変更", "Cambiar la dirección")
  static let changePayment = Self("Change payment method", "お支払い方法を変更", "Cambiar el medio de pago")
  static func buy(_ total: Money) -> Self {
    Self(
      "Buy now · \(total.display(.english))", "購入する・\(total.display(.japanese))",
      "Comprar ahora · \(total.display(.spanish))")
  }
  static func buyAdvice(_ provider: String) -> Self {
    Self(
      "Pressing Buy places the order and takes you to \(provider) for a moment.",
      "「購入する」を押すとご注文が確定し、\(provider)の画面を経由します。",
      "Al pulsar Comprar se hace el pedido y usted pasa un momento a \(provider).")
  }
  static func buyAtProvider(_ provider: String) -> Self {
    Self(
      "Pressing Buy takes you to \(provider), where you pay.", "「購入する」を押すと\(provider)の画面に進み、そこでお支払いいただきます。",
      "Al pulsar Comprar usted pasa a \(provider), donde paga.")
  }
  static let cancelCheckout = Self("Cancel and keep the cart", "中止してカートに戻る", "Cancelar y conservar el carrito")
  static let reviewChanged = Self(
    "Please look again before you buy", "ご購入の前に、もう一度ご確認ください", "Revise de nuevo antes de comprar")
  static let changedAddress = Self("The delivery address has changed.", "お届け先が変わりました。", "La dirección de envío cambió.")
  static let changedPayment = Self("The payment method has changed.", "お支払い方法が変わりました。", "El medio de pago cambió.")
  static func changedTotal(from: Money, to: Money, byAddress: Bool) -> Self {
    byAddress
      ? Self(
        "The total has changed from \(from.display(.english)) to \(to.display(.english)) because of the new delivery address.",
        "お届け先の変更により、合計金額が\(from.display(.japanese))から\(to.display(.japanese))に変わりました。",
        "El total cambió de \(from.display(.spanish)) a \(to.display(.spanish)) por la nueva dirección de envío.")
      : Self(
        "The total has changed from \(from.display(.english)) to \(to.display(.english)).",
        "合計金額が\(from.display(.japanese))から\(to.display(.japanese))に変わりました。",
        "El total cambió de \(from.display(.spanish)) a \(to.display(.spanish)).")
  }
  static let changedOther = Self(
    "The order has changed since this page was shown.", "表示のあとでご注文内容が変わりました。",
    "El pedido cambió después de mostrarse esta página.")
  static let cartChanged = Self("Your cart is not the same any more", "カートの内容が変更されています", "Su carrito ya no es el mismo")
  static let cartChangedAdvice = Self(
    "You changed the cart after you began to check out. Buy orders what this page shows. To order what is in the cart now, go back to the cart and check out again.",
    "購入手続きを始めたあとに、カートの内容が変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。現在のカートの内容で注文するには、カートに戻り、もう一度購入手続きを行ってください。",
    "Usted cambió el carrito después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para pedir lo que hay ahora en el carrito, vuelva al carrito y comience la compra de nuevo."
  )

  static func marketChanged(_ order: Catalogue) -> Self {
    Self(
      "This order is for \(order.name(.english))", "このご注文は「\(order.name(.japanese))」でのお手続きです",
      "Este pedido es para \(order.name(.spanish))")
  }
  static func marketChangedAdvice(_ current: Catalogue) -> Self {
    Self(
      "You have chosen \(current.name(.english)) since you began to check out. Buy orders what this page shows. To use \(current.name(.english)), go back to the cart and check out again.",
      "購入手続きを始めたあとに、国・通貨が「\(current.name(.japanese))」に変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。「\(current.name(.japanese))」で購入するには、カートに戻り、もう一度購入手続きを行ってください。",
      "Usted eligió \(current.name(.spanish)) después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para comprar con \(current.name(.spanish)), vuelva al carrito y comience la compra de nuevo."
    )
  }

  // Selecting at the provider

  static func selectingTitle(_ provider: String) -> Self {
    Self("You are not done at \(provider) yet", "\(provider)での選択が終わっていません", "Todavía no ha terminado en \(provider)")
  }
  static func selectingAdvice(_ provider: String) -> Self {
    Self(
      "Choose an address and a payment method there, then come back here to review your order.",
      "\(provider)でお届け先とお支払い方法を選ぶと、ここでご注文内容を確認できます。",
      "Elija allá una dirección y un medio de pago, y vuelva aquí para revisar su pedido.")
  }
  static func continueAt(_ provider: String) -> Self {
    Self("Continue at \(provider)", "\(provider)に進む", "Continuar en \(provider)")
  }
  static let undeliverableTitle = Self("We do not deliver there", "ご指定のお届け先には配送できません", "No hacemos envíos a ese lugar")
  static let undeliverableAdvice = Self(
    "The address you chose is in a country we do not deliver to. Nothing has been charged.",
    "選択された国・地域へはお届けしておりません。まだ請求は発生していません。",
    "La dirección que eligió está en un país al que no hacemos envíos. No se ha cobrado nada.")
  static let selectOtherAddress = Self("Choose another address", "別のお届け先を選ぶ", "Elegir otra dirección")
  static let changingTitle = Self("Nothing has been changed", "変更は行われていません", "No se cambió nada")
  static let changingAdvice = Self(
    "You came back before choosing anything else. What you chose first still stands.",
    "別の選択をする前に戻られました。はじめに選ばれた内容はそのまま残っています。", "Volvió antes de elegir otra cosa. Lo que eligió primero sigue vigente.")
  static let keepSelection = Self("Back to your order", "ご注文内容に戻る", "Volver a su pedido")
  static let checkingTitle = Self("We are fetching what you chose", "選択された内容を確認しています", "Estamos cargando lo que eligió")
  static let checking = Self(
    "One moment. Your order appears here by itself.", "少しお待ちください。ご注文内容が自動で表示されます。",
    "Un momento. Su pedido aparece aquí sin que usted haga nada.")
  static func checkingAdvice(_ provider: String) -> Self {
    Self(
      "We are asking \(provider) for your address and payment method. You do not have to choose again.",
      "お届け先とお支払い方法を\(provider)に確認しています。もう一度選び直す必要はありません。",
      "Le estamos pidiendo a \(provider) su dirección y su medio de pago. No tiene que elegir de nuevo.")
  }

  // Outcomes

  static let thanksTitle = Self("Thank you for your order", "ご注文ありがとうございます", "Gracias por su pedido")
  static let thanksAdvice = Self(
    "Your payment is complete. Keep the order number for any question.", "お支払いが完了しました。お問い合わせの際は、注文番号をお知らせください。",
    "Su pago está completo. Conserve el número de pedido para cualquier consulta.")
  static let orderNumber = Self("Order number", "注文番号", "Número de pedido")
  static let amountPaid = Self("Paid", "お支払い金額", "Pagado")
  static let authorizationCode = Self("Authorization", "承認番号", "Autorización")
  static let keepShopping = Self("Back to the shop", "ショップに戻る", "Volver a la tienda")
  static func declinedTitle(_ reason: DeclineReason?) -> Self {
    reason == .notStarted
      ? Self("The payment cannot be started at present", "現在、お支払いを開始できません", "El pago no se puede iniciar por ahora")
      : Self("The payment was declined", "お支払いが承認されませんでした", "El pago fue rechazado")
  }
  static func declinedAdvice(_ reason: DeclineReason?) -> Self {
    switch reason {
    case .paymentMethodRefused:
      Self(
        "The payment method was not accepted. Nothing was charged and your cart is kept. Please choose another one.",
        "お支払い方法が承認されませんでした。請求は行われておらず、カートはそのまま残っています。別のお支払い方法をお試しください。",
        "El medio de pago no fue aceptado. No se cobró nada y su carrito se conserva. Por favor elija otro.")
    case .verificationFailed:
      Self(
        "Your bank could not confirm that it was you. Nothing was charged and your cart is kept. Try again, or use another card.",
        "ご本人の確認ができませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しいただくか、別のカードをご利用ください。",
        "Su banco no pudo confirmar que era usted. No se cobró nada y su carrito se conserva. Intente de nuevo o use otra tarjeta."
      )
    case .timedOut:
      Self(
        "It took too long. Nothing was charged and your cart is kept. Please try again.",
        "時間内に完了しませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しください。",
        "Se agotó el tiempo. No se cobró nada y su carrito se conserva. Por favor intente de nuevo.")
    case .notStarted:
      Self(
        "Nothing was charged and your cart is kept. Please try again later, or pay another way.",
        "請求は行われておらず、カートはそのまま残っています。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。",
        "No se cobró nada y su carrito se conserva. Intente de nuevo más tarde o pague de otra manera.")
    case .refused, nil:
      Self(
        "Nothing was charged and your cart is kept. Try again with another payment method, or ask your card's bank.",
        "請求は行われておらず、カートはそのまま残っています。別のお支払い方法でお試しいただくか、カード会社にお問い合わせください。",
        "No se cobró nada y su carrito se conserva. Pruebe con otro medio de pago o consulte al banco de su tarjeta.")
    }
  }
  static let payAnotherWay = Self("Pay another way", "別の方法で支払う", "Pagar de otra manera")
  static let backToCart = Self("Back to the cart", "カートに戻る", "Volver al carrito")
  static let cancelledTitle = Self("The checkout was cancelled", "購入手続きを中止しました", "La compra se canceló")
  static let cancelledAdvice = Self(
    "Nothing was charged. Your cart is as you left it.", "請求は行われていません。カートはそのまま残っています。",
    "No se cobró nada. Su carrito está como usted lo dejó.")
  static let expiredTitle = Self("The checkout took too long", "購入手続きの有効期限が切れました", "La compra tardó demasiado")
  static let expiredAdvice = Self(
    "It has expired, and nothing was charged. Your cart is kept; start again whenever you like.",
    "請求は行われていません。カートは残っていますので、いつでも最初からお手続きいただけます。",
    "Venció y no se cobró nada. Su carrito se conserva; comience de nuevo cuando quiera.")
  static let heldTitle = Self("We are checking your payment", "お支払いを確認中です", "Estamos revisando su pago")
  static let heldAdvice = Self(
    "A person needs to check the payment. You do not have to do anything, and please do not pay again: we will write to you.",
    "お支払いについて担当者の確認が必要です。お客様の操作は必要ありません。もう一度支払わずに、ショップからのご連絡をお待ちください。",
    "Una persona tiene que revisar el pago. Usted no tiene que hacer nada, y por favor no pague de nuevo: le escribiremos."
  )
  static func moneyReserved(_ amount: Money) -> Self {
    Self(
      "Nothing was charged so far, but \(amount.display(.english)) is reserved on your card. We are clearing it up; please look here again in a while. Your cart is kept.",
      "まだ請求は行われていませんが、カードのご利用枠が\(amount.display(.japanese))分確保されています。確認を進めていますので、しばらくしてからこのページをもう一度ご覧ください。カートはそのまま残っています。",
      "Hasta ahora no se cobró nada, pero hay \(amount.display(.spanish)) reservados en su tarjeta. Lo estamos aclarando; por favor mire aquí de nuevo dentro de un rato. Su carrito se conserva."
    )
  }
  static func moneyReturning(_ amount: Money) -> Self {
    Self(
      "\(amount.display(.english)) was charged and is being refunded. Your cart is kept.",
      "\(amount.display(.japanese))の請求が発生しましたが、返金の手続きを進めています。カートはそのまま残っています。",
      "Se cobraron \(amount.display(.spanish)) y se están reembolsando. Su carrito se conserva.")
  }
  static func moneyReturned(_ amount: Money) -> Self {
    Self(
      "What was charged, \(amount.display(.english)), has been refunded. Your cart is kept.",
      "請求された\(amount.display(.japanese))は返金済みです。カートはそのまま残っています。",
      "Lo que se cobró, \(amount.display(.spanish)), ya fue reembolsado. Su carrito se conserva.")
  }

  // Problems

  static let unreachableTitle = Self(
    "The checkout cannot be reached", "ただいま購入手続きに接続できません", "No hay conexión con el pago")
  static let unreachableAdvice = Self(
    "Nothing was charged and your cart is kept. Try again in a minute.",
    "請求は行われておらず、カートはそのまま残っています。1分ほど待ってから、もう一度お試しください。",
    "No se cobró nada y su carrito se conserva. Intente de nuevo en un minuto.")
  static let unknownTitle = Self(
    "We could not reach the checkout", "購入手続きの状態を確認できませんでした", "No pudimos consultar su compra")
  static let unknownAdvice = Self(
    "We do not know yet whether your order was placed. Please do not order again. Check its status instead.",
    "ご注文が受け付けられたかどうか、まだ確認できていません。もう一度注文せずに、状態をご確認ください。",
    "Todavía no sabemos si su pedido se hizo. Por favor no pida de nuevo. Consulte el estado.")
  static let busyTitle = Self("One moment, please", "少しお待ちください", "Un momento, por favor")
  static let busyAdvice = Self(
    "There is a lot going on. Your cart is kept. Wait a little, then try again.",
    "ただいま混み合っています。カートはそのまま残っています。しばらく待ってから、もう一度お試しください。",
    "Hay mucho movimiento. Su carrito se conserva. Espere un poco e intente de nuevo.")
  static let refusedTitle = Self(
    "This order cannot be placed as it is", "このままではご注文を受け付けられません", "Este pedido no se puede hacer así")
  static let refusedAdvice = Self(
    "Nothing was charged. Go back to the cart, look at it, and try again.", "請求は行われていません。カートに戻って内容を確認し、もう一度お試しください。",
    "No se cobró nada. Vuelva al carrito, revíselo e intente de nuevo.")
  static let tryAgain = Self("Try again", "もう一度試す", "Intentar de nuevo")
  static let seeCheckout = Self("Check the status", "状態を確認する", "Consultar el estado")
}
