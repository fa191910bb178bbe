import FerryCore

// MARK: Actions

extension OperatorText {
  static let decide = Self("Decide", ja: "判断", es: "Decidir", sv: "Besluta")
  static let accept = Self("Accept the payment", ja: "支払いを受け入れる", es: "Aceptar el pago", sv: "Godkänn betalningen")
  static let reject = Self(
    "Return the money and cancel", ja: "返金してキャンセル", es: "Devolver el dinero y cancelar", sv: "Återbetala och avbryt")
  static let ask = Self(
    "Ask the provider again", ja: "決済事業者に再度問い合わせる", es: "Preguntar de nuevo al proveedor", sv: "Fråga leverantören igen"
  )
  static let hold = Self(
    "Stop waiting, and decide", ja: "待つのをやめて判断する", es: "Dejar de esperar y decidir", sv: "Sluta vänta och besluta")
  static let happened = Self(
    "The operation was done", ja: "操作は実行された", es: "La operación se hizo", sv: "Åtgärden utfördes")
  static let didNotHappen = Self(
    "The operation was not done", ja: "操作は実行されなかった", es: "La operación no se hizo", sv: "Åtgärden utfördes inte")
  static let happenedAmount = Self(
    "Amount at the provider", ja: "決済事業者での金額", es: "Importe en el proveedor", sv: "Belopp hos leverantören")
  static let operation = Self("Operation", ja: "操作", es: "Operación", sv: "Åtgärd")
  static let asked = Self("Asked for", ja: "要求した金額", es: "Importe pedido", sv: "Begärt belopp")
  static let reported = Self(
    "The provider reports", ja: "決済事業者の報告額", es: "El proveedor informa", sv: "Leverantören rapporterar")
  static let goBack = Self("Back", ja: "戻る", es: "Volver", sv: "Tillbaka")
  static let amount = Self("Amount", ja: "金額", es: "Importe", sv: "Belopp")
  static let amountWrong = Self(
    "Write digits without separators between thousands, with a point or comma before the decimals that the currency has. Nothing has changed.",
    ja: "金額は桁区切りなしの数字で、通貨の小数桁数以内で入力してください。何も変更されていません。",
    es:
      "Escriba cifras sin separador de miles, con punto o coma antes de los decimales que tiene la moneda. No cambió nada.",
    sv:
      "Skriv siffror utan tusentalsavgränsare, med punkt eller komma före de decimaler som valutan har. Inget har ändrats."
  )
  static let changedMeanwhile = Self(
    "The checkout has changed since you opened the page. Nothing was done. Look at it again, then confirm.",
    ja: "ページを開いた後に状態が変わりました。何も実行されていません。もう一度確認してから実行してください。",
    es: "El pago cambió desde que abrió la página. No se hizo nada. Mírelo de nuevo y confirme.",
    sv: "Betalningen har ändrats sedan du öppnade sidan. Inget har gjorts. Titta på den igen och bekräfta sedan.")
  static let notPossible = Self(
    "This is not possible now", ja: "現在この操作はできません", es: "Ahora no es posible", sv: "Det går inte nu")
  static let realMoney = Self(
    "This is a live payment. Real money moves, and the action cannot be undone here.",
    ja: "本番の決済です。実際のお金が動き、この画面では元に戻せません。",
    es: "Es un pago real. Se mueve dinero de verdad, y aquí no se puede deshacer.",
    sv: "Det är en skarp betalning. Riktiga pengar flyttas, och det går inte att ångra här.")
  static let writtenDown = Self(
    "Your name and the time are written into the timeline.", ja: "あなたの名前と時刻が履歴に記録されます。",
    es: "Su nombre y la hora quedan en el historial.", sv: "Ditt namn och tiden skrivs in i förloppet.")
}

// MARK: Consequences

extension OperatorText {
  static let captureMeans = Self(
    "The provider collects the authorized money for you.", ja: "与信済みの金額の売上を確定し、請求します。",
    es: "El proveedor cobra para usted el dinero autorizado.", sv: "Leverantören drar det reserverade beloppet åt dig.")
  static let captureReleasesRest = Self(
    "This provider captures once: it releases the rest, which cannot be captured later.",
    ja: "この決済事業者では確定は1回のみです。残りは取り消され、後から確定できません。",
    es: "Este proveedor captura una sola vez: libera el resto, que después ya no se puede capturar.",
    sv: "Den här leverantören debiterar en gång: resten frisläpps och kan inte debiteras senare.")
  static let refundMeans = Self(
    "The provider returns the money to the buyer. It may take days to arrive.", ja: "購入者に返金します。着金まで数日かかることがあります。",
    es: "El proveedor devuelve el dinero al comprador. Puede tardar días en llegar.",
    sv: "Leverantören betalar tillbaka till köparen. Det kan ta dagar innan pengarna kommer fram.")
  static let voidMeans = Self(
    "The provider releases the authorized money that is not captured. To collect it later, the buyer must pay again.",
    ja: "未確定の与信を取り消します。後から請求するには、購入者が再度支払う必要があります。",
    es:
      "El proveedor libera el dinero autorizado y no capturado. Para cobrarlo después, el comprador debe pagar de nuevo.",
    sv:
      "Leverantören frisläpper det reserverade belopp som inte är debiterat. För att få det senare måste köparen betala igen."
  )
  static let acceptMeans = Self(
    "The payment counts as the provider has it, and the order becomes paid. With automatic capture, an authorized amount is captured first.",
    ja: "決済事業者の記録どおりに受け入れ、注文を支払い済みにします。自動確定の場合は先に売上を確定します。",
    es:
      "El pago vale como lo tiene el proveedor, y el pedido queda pagado. Con captura automática, primero se captura lo autorizado.",
    sv:
      "Betalningen gäller som leverantören har den, och ordern blir betald. Med automatisk debitering debiteras reserverade belopp först."
  )
  /// Accepting a payment of another amount than was asked for.
  static func acceptsOther(asked: String, reported: String) -> Self {
    Self(
      "The provider reports \(reported), and \(asked) was asked for. The payment counts as \(reported).",
      ja: "要求した金額は\(asked)ですが、決済事業者の報告額は\(reported)です。支払いは\(reported)として扱われます。",
      es: "Se pidió \(asked) y el proveedor informa \(reported). El pago vale por \(reported).",
      sv: "\(asked) begärdes, och leverantören rapporterar \(reported). Betalningen gäller med \(reported).")
  }
  static let rejectMeans = Self(
    "The provider is asked first. All money is voided or refunded, and so is money that comes later. The checkout is cancelled once the money is on its way back.",
    ja: "まず決済事業者に問い合わせます。後から届いた分も含め、すべて取消または返金します。返金の手続きが始まるとキャンセルになります。",
    es:
      "Primero se pregunta al proveedor. Todo el dinero se anula o reembolsa, también el que llegue después. El pago queda cancelado cuando el dinero va de vuelta.",
    sv:
      "Leverantören tillfrågas först. Alla pengar frisläpps eller återbetalas, även de som kommer senare. Betalningen avbryts när pengarna är på väg tillbaka."
  )
  static let askMeans = Self(
    "The provider is asked for the present state, and the server acts on its answer. Money is captured only if the answer is clear.",
    ja: "決済事業者に現在の状態を問い合わせ、回答に従って処理します。回答が明確な場合のみ売上を確定します。",
    es:
      "Se pregunta al proveedor por el estado actual, y el servidor actúa según la respuesta. Solo se captura si es clara.",
    sv:
      "Leverantören tillfrågas om läget, och servern handlar efter svaret. Pengar debiteras bara om svaret är tydligt.")
  static let holdMeans = Self(
    "The overdue request counts as unknown, and nothing is asked any more. Look at the payment in the provider's console, then decide.",
    ja: "遅延している要求の結果を不明とし、問い合わせをやめます。決済事業者の管理画面で確認してから判断してください。",
    es:
      "La solicitud atrasada cuenta como desconocida, y ya no se pregunta. Mire el pago en la consola del proveedor y decida.",
    sv:
      "Det försenade anropet räknas som okänt, och inget mer frågas. Se betalningen i leverantörens konsol och besluta sedan."
  )
  static let happenedMeans = Self(
    "You have seen in the provider's console that the operation was done. It counts as done with the amount that you name.",
    ja: "決済事業者の管理画面で、操作が実行されたことを確認した場合に選びます。入力した金額で完了とされます。",
    es:
      "Usted vio en la consola del proveedor que la operación se hizo. Cuenta como hecha por el importe que usted indique.",
    sv:
      "Du har sett i leverantörens konsol att åtgärden utfördes. Den räknas som klar med det belopp som du anger.")
  static let didNotHappenMeans = Self(
    "You have seen in the provider's console that the money did not move. The operation counts as failed, and a new one is possible.",
    ja: "決済事業者の管理画面で、お金が動いていないことを確認した場合に選びます。操作は失敗とされ、新しい操作が可能になります。",
    es:
      "Usted vio en la consola del proveedor que el dinero no se movió. La operación cuenta como fallida, y puede hacerse otra.",
    sv:
      "Du har sett i leverantörens konsol att pengarna inte flyttades. Åtgärden räknas som misslyckad, och en ny är möjlig."
  )
  static let checkMeans = Self(
    "The provider is asked for the present state now. Requests that have failed are repeated at once.",
    ja: "決済事業者に現在の状態を今すぐ問い合わせます。失敗した要求もすぐに再送します。",
    es: "Se pregunta ahora al proveedor por el estado actual. Las solicitudes fallidas se repiten enseguida.",
    sv: "Leverantören tillfrågas nu om läget. Anrop som har misslyckats upprepas genast.")
  static let forgetMeans = Self(
    "Name, addresses and all other data of the buyer are erased from this server. Money and timeline stay. It cannot be undone.",
    ja: "氏名、住所など購入者の情報をこのサーバーから消去します。金額と履歴は残ります。元に戻せません。",
    es:
      "El nombre, las direcciones y los demás datos del comprador se borran de este servidor. El dinero y el historial quedan. No se puede deshacer.",
    sv:
      "Namn, adresser och alla andra uppgifter om köparen raderas från servern. Pengar och förlopp blir kvar. Det går inte att ångra."
  )
}
