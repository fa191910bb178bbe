import FerryCore

/// The texts of a checkout that has ended, and of problems.
extension ShopText {
  static let thanksTitle = Self(
    "Thank you for your order", "ご注文ありがとうございます", "Gracias por su pedido", "Tack för din order")
  static let thanksAdvice = Self(
    "Your payment is complete. Keep the order number for any question.", "お支払いが完了しました。お問い合わせの際は、注文番号をお知らせください。",
    "Su pago está completo. Conserve el número de pedido para cualquier consulta.",
    "Betalningen är genomförd. Spara ordernumret om du har frågor.")
  static let reservedAdvice = Self(
    "The amount is reserved, and charged when we ship. Keep the order number for any question.",
    "金額は確保されており、発送時に請求いたします。お問い合わせの際は、注文番号をお知らせください。",
    "El monto está reservado y se cobra al enviar el pedido. Conserve el número de pedido para cualquier consulta.",
    "Beloppet är reserverat och dras när vi skickar varan. Spara ordernumret om du har frågor.")
  static let releasedAdvice = Self(
    "Nothing was charged: the reserved amount was released. Keep the order number for any question.",
    "請求は行われていません。確保した金額は解放されました。お問い合わせの際は、注文番号をお知らせください。",
    "No se cobró nada: el monto reservado se liberó. Conserve el número de pedido para cualquier consulta.",
    "Inget har dragits: det reserverade beloppet är frisläppt. Spara ordernumret om du har frågor.")
  static let refundedAdvice = Self(
    "The amount was refunded. Keep the order number for any question.",
    "返金いたしました。お問い合わせの際は、注文番号をお知らせください。",
    "El monto fue reembolsado. Conserve el número de pedido para cualquier consulta.",
    "Beloppet är återbetalt. Spara ordernumret om du har frågor.")
  static let orderNumber = Self("Order number", "注文番号", "Número de pedido", "Ordernummer")
  static let amountPaid = Self("Paid", "お支払い金額", "Pagado", "Betalt")
  static let amountReserved = Self("Reserved", "確保した金額", "Reservado", "Reserverat")
  static let authorizationCode = Self("Authorization", "承認番号", "Autorización", "Auktorisering")
  static let timeline = Self(
    "See what happened, step by step", "処理の経過を見る", "Ver qué pasó, paso a paso", "Se vad som hände, steg för steg")
  static let timelineAdvice = Self(
    "It opens the operations page. Sign in with the key that the demo printed when it started.",
    "運用画面が開きます。デモの起動時に表示されたキーでサインインしてください。",
    "Abre la página de operaciones. Inicie sesión con la clave que la demo mostró al arrancar.",
    "Driftsidan öppnas. Logga in med nyckeln som demon skrev ut vid starten.")
  static let keepShopping = Self("Back to the shop", "ショップに戻る", "Volver a la tienda", "Tillbaka till butiken")
  static func declinedTitle(_ reason: DeclineReason?) -> Self {
    reason == .notStarted
      ? Self(
        "The payment cannot be started at present", "現在、お支払いを開始できません", "El pago no se puede iniciar por ahora",
        "Betalningen kan inte startas just nu")
      : Self("The payment was declined", "お支払いが承認されませんでした", "El pago fue rechazado", "Betalningen nekades")
  }
  static func declinedAdvice(_ reason: DeclineReason?) -> Self {
    switch reason {
    case .paymentMethodRefused:
      Self(
        "The payment method was not accepted. Nothing was charged and your cart is kept. Please choose another one.",
        "お支払い方法が承認されませんでした。請求は行われておらず、カートはそのまま残っています。別のお支払い方法をお試しください。",
        "El medio de pago no fue aceptado. No se cobró nada y su carrito se conserva. Por favor elija otro.",
        "Betalsättet godkändes inte. Inga pengar har dragits och varukorgen finns kvar. Välj ett annat betalsätt.")
    case .verificationFailed:
      Self(
        "Your bank could not confirm that it was you. Nothing was charged and your cart is kept. Try again, or use another card.",
        "ご本人の確認ができませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しいただくか、別のカードをご利用ください。",
        "Su banco no pudo confirmar que era usted. No se cobró nada y su carrito se conserva. Intente de nuevo o use otra tarjeta.",
        "Banken kunde inte bekräfta att det var du. Inga pengar har dragits och varukorgen finns kvar. Försök igen eller använd ett annat kort."
      )
    case .timedOut:
      Self(
        "It took too long. Nothing was charged and your cart is kept. Please try again.",
        "時間内に完了しませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しください。",
        "Se agotó el tiempo. No se cobró nada y su carrito se conserva. Por favor intente de nuevo.",
        "Det tog för lång tid. Inga pengar har dragits och varukorgen finns kvar. Försök igen.")
    case .notStarted:
      Self(
        "Nothing was charged and your cart is kept. Please try again later, or pay another way.",
        "請求は行われておらず、カートはそのまま残っています。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。",
        "No se cobró nada y su carrito se conserva. Intente de nuevo más tarde o pague de otra manera.",
        "Inga pengar har dragits och varukorgen finns kvar. Försök igen senare eller betala på ett annat sätt.")
    case .refused, nil:
      Self(
        "Nothing was charged and your cart is kept. Try again with another payment method, or ask your card's bank.",
        "請求は行われておらず、カートはそのまま残っています。別のお支払い方法でお試しいただくか、カード会社にお問い合わせください。",
        "No se cobró nada y su carrito se conserva. Pruebe con otro medio de pago o consulte al banco de su tarjeta.",
        "Inga pengar har dragits och varukorgen finns kvar. Försök igen med ett annat betalsätt eller fråga din bank.")
    }
  }
  static let payAnotherWay = Self("Pay another way", "別の方法で支払う", "Pagar de otra manera", "Betala på ett annat sätt")
  static let backToCart = Self("Back to the cart", "カートに戻る", "Volver al carrito", "Tillbaka till varukorgen")
  static let cancelledTitle = Self(
    "The checkout was cancelled", "購入手続きを中止しました", "La compra se canceló", "Köpet avbröts")
  static let cancelledAdvice = Self(
    "Nothing was charged. Your cart is as you left it.", "請求は行われていません。カートはそのまま残っています。",
    "No se cobró nada. Su carrito está como usted lo dejó.",
    "Inga pengar har dragits. Varukorgen är som du lämnade den.")
  static let expiredTitle = Self(
    "The checkout took too long", "購入手続きの有効期限が切れました", "La compra tardó demasiado", "Köpet tog för lång tid")
  static let expiredAdvice = Self(
    "It has expired, and nothing was charged. Your cart is kept; start again whenever you like.",
    "請求は行われていません。カートは残っていますので、いつでも最初からお手続きいただけます。",
    "Venció y no se cobró nada. Su carrito se conserva; comience de nuevo cuando quiera.",
    "Tiden har gått ut och inga pengar har dragits. Varukorgen finns kvar; börja om när du vill.")
  static let heldTitle = Self(
    "We are checking your payment", "お支払いを確認中です", "Estamos revisando su pago", "Vi kontrollerar din betalning")
  static let heldAdvice = Self(
    "A person needs to check the payment. You do not have to do anything, and please do not pay again: we will write to you.",
    "お支払いについて担当者の確認が必要です。お客様の操作は必要ありません。もう一度支払わずに、ショップからのご連絡をお待ちください。",
    "Una persona tiene que revisar el pago. Usted no tiene que hacer nada, y por favor no pague de nuevo: le escribiremos.",
    "En person behöver kontrollera betalningen. Du behöver inte göra något, och betala inte igen: vi hör av oss.")
  static func moneyReserved(_ amount: Money) -> Self {
    Self(
      "Nothing was charged so far, but \(amount.display(.english)) is reserved on your card. We are clearing it up; please look here again in a while. Your cart is kept.",
      "まだ請求は行われていませんが、カードのご利用枠が\(amount.display(.japanese))分確保されています。確認を進めていますので、しばらくしてからこのページをもう一度ご覧ください。カートはそのまま残っています。",
      "Hasta ahora no se cobró nada, pero hay \(amount.display(.spanish)) reservados en su tarjeta. Lo estamos aclarando; por favor mire aquí de nuevo dentro de un rato. Su carrito se conserva.",
      "Inga pengar har dragits hittills, men \(amount.display(.swedish)) är reserverade på ditt kort. Vi reder ut det; titta här igen om en stund. Varukorgen finns kvar."
    )
  }
  static func moneyReturning(_ amount: Money) -> Self {
    Self(
      "\(amount.display(.english)) was charged and is being refunded. Your cart is kept.",
      "\(amount.display(.japanese))の請求が発生しましたが、返金の手続きを進めています。カートはそのまま残っています。",
      "Se cobraron \(amount.display(.spanish)) y se están reembolsando. Su carrito se conserva.",
      "\(amount.display(.swedish)) har dragits och betalas tillbaka. Varukorgen finns kvar.")
  }
  static func moneyReturned(_ amount: Money) -> Self {
    Self(
      "What was charged, \(amount.display(.english)), has been refunded. Your cart is kept.",
      "請求された\(amount.display(.japanese))は返金済みです。カートはそのまま残っています。",
      "Lo que se cobró, \(amount.display(.spanish)), ya fue reembolsado. Su carrito se conserva.",
      "Beloppet som drogs, \(amount.display(.swedish)), har betalats tillbaka. Varukorgen finns kvar.")
  }

  // Problems

  static let unreachableTitle = Self(
    "The checkout cannot be reached", "ただいま購入手続きに接続できません", "No hay conexión con el pago", "Kassan kan inte nås")
  static let unreachableAdvice = Self(
    "Nothing was charged and your cart is kept. Try again in a minute.",
    "請求は行われておらず、カートはそのまま残っています。1分ほど待ってから、もう一度お試しください。",
    "No se cobró nada y su carrito se conserva. Intente de nuevo en un minuto.",
    "Inga pengar har dragits och varukorgen finns kvar. Försök igen om en minut.")
  static let unknownTitle = Self(
    "We could not reach the checkout", "購入手続きの状態を確認できませんでした", "No pudimos consultar su compra",
    "Vi fick ingen kontakt med kassan")
  static let unknownAdvice = Self(
    "We do not know yet whether your order was placed. Please do not order again. Check its status instead.",
    "ご注文が受け付けられたかどうか、まだ確認できていません。もう一度注文せずに、状態をご確認ください。",
    "Todavía no sabemos si su pedido se hizo. Por favor no pida de nuevo. Consulte el estado.",
    "Vi vet inte än om ordern är lagd. Beställ inte igen. Kontrollera statusen i stället.")
  static let busyTitle = Self("One moment, please", "少しお待ちください", "Un momento, por favor", "Ett ögonblick")
  static let busyAdvice = Self(
    "There is a lot going on. Your cart is kept. Wait a little, then try again.",
    "ただいま混み合っています。カートはそのまま残っています。しばらく待ってから、もう一度お試しください。",
    "Hay mucho movimiento. Su carrito se conserva. Espere un poco e intente de nuevo.",
    "Det är mycket att göra just nu. Varukorgen finns kvar. Vänta lite och försök igen.")
  static let refusedTitle = Self(
    "This order cannot be placed as it is", "このままではご注文を受け付けられません", "Este pedido no se puede hacer así",
    "Ordern kan inte läggas så här")
  static let refusedAdvice = Self(
    "Nothing was charged. Go back to the cart, look at it, and try again.", "請求は行われていません。カートに戻って内容を確認し、もう一度お試しください。",
    "No se cobró nada. Vuelva al carrito, revíselo e intente de nuevo.",
    "Inga pengar har dragits. Gå tillbaka till varukorgen, kontrollera den och försök igen.")
  static let tryAgain = Self("Try again", "もう一度試す", "Intentar de nuevo", "Försök igen")
  static let seeCheckout = Self("Check the status", "状態を確認する", "Consultar el estado", "Kontrollera status")
}
