import FerryCore

/// The texts of a checkout on its way to the payment, and of one whose outcome is awaited.
extension ShopText {
  static let openingTitle = Self(
    "We are opening the payment page", "お支払いページを準備しています", "Estamos abriendo la página de pago",
    "Vi öppnar betalsidan")
  static let opening = Self(
    "One moment. Please stay on this page.", "少しお待ちください。このページを閉じないでください。",
    "Un momento. Por favor quédese en esta página.", "Ett ögonblick. Stanna kvar på sidan.")
  static func openingAdvice(_ provider: String) -> Self {
    Self(
      "Nothing has been charged yet. As soon as \(provider) is ready, you can continue to payment here.",
      "まだ請求は行われていません。\(provider)の準備ができると、このページからお支払いに進めます。",
      "Todavía no se ha cobrado nada. En cuanto \(provider) esté listo, podrá continuar aquí con el pago.",
      "Inga pengar har dragits än. När \(provider) är redo kan du fortsätta till betalningen här.")
  }
  static let confirmingTitle = Self(
    "We are confirming your payment", "お支払いを確認しています", "Estamos confirmando su pago", "Vi bekräftar din betalning")
  static let confirming = Self(
    "One moment. This page goes on by itself.", "少しお待ちください。このページは自動で切り替わります。", "Un momento. Esta página avanza sola.",
    "Ett ögonblick. Sidan uppdateras automatiskt.")
  static func confirmingAdvice(_ provider: String) -> Self {
    Self(
      "You do not have to stay. We keep asking \(provider), and this page shows the result as soon as we have it. Please do not pay again.",
      "お支払いの結果を\(provider)に確認しています。ページを閉じても確認は続きます。結果はこのページでご確認いただけます。もう一度お支払いにならないでください。",
      "No tiene que quedarse. Seguimos consultando a \(provider), y esta página muestra el resultado en cuanto lo tengamos. Por favor no pague de nuevo.",
      "Du behöver inte stanna kvar. Vi fortsätter att fråga \(provider), och sidan visar resultatet så snart vi har det. Betala inte igen."
    )
  }
  static let pendingTitle = Self(
    "Your payment is pending", "お支払いの確定を待っています", "Su pago está pendiente", "Betalningen väntar på besked")
  static let pending = Self(
    "It has not been approved or refused yet. That can take from a few minutes to some days.",
    "お支払いの承認結果はまだ出ていません。数分から数日かかることがあります。",
    "Todavía no fue aprobado ni rechazado. Eso puede tardar desde unos minutos hasta varios días.",
    "Den har varken godkänts eller nekats än. Det kan ta från några minuter till några dagar.")
  static let checkAgain = Self("Check again", "もう一度確認する", "Consultar de nuevo", "Kontrollera igen")
  static let payingTitle = Self(
    "Your payment is not finished", "お支払いが完了していません", "Su pago no está terminado", "Betalningen är inte klar")
  static func payingAdvice(_ provider: String) -> Self {
    Self(
      "\(provider) is waiting for you. Nothing has been charged yet.", "\(provider)の画面でお手続きが残っています。まだ請求は行われていません。",
      "\(provider) lo está esperando. Todavía no se ha cobrado nada.",
      "\(provider) väntar på dig. Inga pengar har dragits än.")
  }
  static func payingAtProviderAdvice(_ provider: String) -> Self {
    Self(
      "\(provider) is waiting for you. If you have paid already, this page shows it as soon as we know.",
      "\(provider)の画面でお手続きが残っています。すでにお支払いいただいた場合は、確認でき次第このページに表示されます。",
      "\(provider) lo está esperando. Si ya pagó, esta página lo muestra en cuanto lo sepamos.",
      "\(provider) väntar på dig. Om du redan har betalat visar sidan det så snart vi vet.")
  }
  static func attemptDeclined(_ reason: DeclineReason, _ provider: String) -> Self {
    switch reason {
    case .paymentMethodRefused:
      Self(
        "The last attempt to pay was not accepted. You can pay another way at \(provider).",
        "前回のお支払い方法は承認されませんでした。\(provider)で別のお支払い方法をご利用いただけます。",
        "El último intento de pago no fue aceptado. Puede pagar con otro medio en \(provider).",
        "Det senaste betalförsöket godkändes inte. Du kan betala på ett annat sätt hos \(provider).")
    case .verificationFailed:
      Self(
        "Your bank could not confirm that it was you. You can try again at \(provider), or use another card.",
        "ご本人の確認ができませんでした。\(provider)でもう一度お試しいただくか、別のカードをご利用ください。",
        "Su banco no pudo confirmar que era usted. Puede intentarlo de nuevo en \(provider) o usar otra tarjeta.",
        "Banken kunde inte bekräfta att det var du. Du kan försöka igen hos \(provider) eller använda ett annat kort.")
    case .timedOut:
      Self(
        "The last attempt to pay took too long. You can try again at \(provider).",
        "前回のお支払いは時間内に完了しませんでした。\(provider)でもう一度お試しいただけます。",
        "El último intento de pago tardó demasiado. Puede intentarlo de nuevo en \(provider).",
        "Det senaste betalförsöket tog för lång tid. Du kan försöka igen hos \(provider).")
    case .refused, .notStarted:
      Self(
        "The last attempt to pay was declined. You can try again at \(provider), or pay another way there.",
        "前回のお支払いは承認されませんでした。\(provider)でもう一度お試しいただくか、別のお支払い方法をご利用ください。",
        "El último intento de pago fue rechazado. Puede intentarlo de nuevo en \(provider) o pagar allá de otra manera.",
        "Det senaste betalförsöket nekades. Du kan försöka igen hos \(provider) eller betala på ett annat sätt där."
      )
    }
  }
  static let continuePayment = Self(
    "Continue to payment", "お支払いに進む", "Continuar con el pago", "Fortsätt till betalningen")
  static let cancelPayment = Self(
    "Cancel and keep the cart", "中止してカートに戻る", "Cancelar y conservar el carrito", "Avbryt och behåll varukorgen")
  static let cancellingTitle = Self(
    "We are cancelling your order", "ご注文を取り消しています", "Estamos cancelando su pedido", "Vi avbryter din order")
  static func cancelling(_ provider: String) -> Self {
    Self(
      "We are asking \(provider) to stop the payment. This page goes on by itself.",
      "\(provider)にお支払いの中止を依頼しています。このページは自動で切り替わります。",
      "Le estamos pidiendo a \(provider) que detenga el pago. Esta página avanza sola.",
      "Vi ber \(provider) att stoppa betalningen. Sidan uppdateras automatiskt.")
  }
  static let cancellingPendingTitle = Self(
    "Your order is not cancelled yet", "ご注文はまだ取り消されていません", "Su pedido aún no está cancelado",
    "Ordern är inte avbruten än")
  static func cancellingPending(_ provider: String) -> Self {
    Self(
      "You have made a payment that is still pending, and \(provider) cannot stop it now. If the bank approves it, your order is placed after all. If not, the order is cancelled and nothing is charged.",
      "お支払いの承認待ちのため、\(provider)では現在お支払いを中止できません。銀行が承認した場合、ご注文は確定します。承認されなかった場合、ご注文は取り消され、請求は行われません。",
      "Usted hizo un pago que sigue pendiente, y \(provider) no lo puede detener ahora. Si el banco lo aprueba, su pedido queda hecho. Si no, el pedido se cancela y no se cobra nada.",
      "Du har gjort en betalning som väntar på besked, och \(provider) kan inte stoppa den nu. Om banken godkänner den genomförs ordern ändå. Annars avbryts den och inga pengar dras."
    )
  }
}
