import FerryCore

// MARK: One checkout

extension OperatorText {
  static let nextStep = Self("Next step", ja: "次の手順", es: "Siguiente paso", sv: "Nästa steg")
  static let money = Self("Money", ja: "金額", es: "Dinero", sv: "Pengar")
  static let noMoney = Self(
    "No payment is known.", ja: "支払いはありません。", es: "No se conoce ningún pago.", sv: "Ingen betalning är känd.")
  static let authorized = Self("Authorized", ja: "与信", es: "Autorizado", sv: "Reserverat")
  static let captured = Self("Captured", ja: "売上確定", es: "Capturado", sv: "Debiterat")
  static let refunded = Self("Refunded", ja: "返金済み", es: "Reembolsado", sv: "Återbetalat")
  static let released = Self("Released", ja: "与信取消", es: "Liberado", sv: "Frisläppt")
  static let capturable = Self("Can be captured", ja: "確定可能", es: "Se puede capturar", sv: "Kan debiteras")
  static let refundable = Self("Can be refunded", ja: "返金可能", es: "Se puede reembolsar", sv: "Kan återbetalas")
  static let lapses = Self(
    "Authorization lapses", ja: "与信の期限", es: "La autorización caduca", sv: "Reservationen upphör")
  static let operations = Self("Operations", ja: "操作", es: "Operaciones", sv: "Åtgärder")
  static let paymentReference = Self(
    "Provider's reference", ja: "決済事業者の参照番号", es: "Referencia del proveedor", sv: "Leverantörens referens")
  static let session = Self(
    "Provider's session", ja: "決済事業者のセッション", es: "Sesión del proveedor", sv: "Leverantörens session")
  static let method = Self("Means of payment", ja: "支払い方法", es: "Medio de pago", sv: "Betalsätt")

  static let capture = Self("Capture", ja: "売上を確定", es: "Capturar", sv: "Debitera")
  static let refund = Self("Refund", ja: "返金", es: "Reembolsar", sv: "Återbetala")
  static let void = Self("Void", ja: "与信を取消", es: "Anular", sv: "Frisläpp")
  static let captureAmount = Self(
    "Amount to capture", ja: "確定する金額", es: "Importe a capturar", sv: "Belopp att debitera")
  static let refundAmount = Self(
    "Amount to refund", ja: "返金する金額", es: "Importe a reembolsar", sv: "Belopp att återbetala")

  static let order = Self("Order", ja: "注文", es: "Pedido", sv: "Order")
  static let orderNumber = Self("Order number", ja: "注文番号", es: "Número de pedido", sv: "Ordernummer")
  static let orderReference = Self(
    "Shop's order reference", ja: "ショップの注文参照", es: "Referencia de la tienda", sv: "Butikens orderreferens")
  static let details = Self("Details", ja: "詳細", es: "Detalles", sv: "Detaljer")
  static let checkoutID = Self("Checkout", ja: "決済ID", es: "Identificador del pago", sv: "Betalningens id")
  static let shop = Self("Shop", ja: "ショップ", es: "Tienda", sv: "Butik")
  static let account = Self("Account", ja: "アカウント", es: "Cuenta", sv: "Konto")
  static let kind = Self("Buyer is in", ja: "購入者の環境", es: "El comprador está en", sv: "Köparen är i")
  static let kindApp = Self("an app", ja: "アプリ", es: "una aplicación", sv: "en app")
  static let kindBrowser = Self("a browser", ja: "ブラウザー", es: "un navegador", sv: "en webbläsare")
  static let capturePolicy = Self("Capture", ja: "売上確定", es: "Captura", sv: "Debitering")
  static let captureAutomatic = Self("automatic", ja: "自動", es: "automática", sv: "automatisk")
  static let captureManual = Self("by hand", ja: "手動", es: "manual", sv: "manuell")
  static let created = Self("Began", ja: "開始", es: "Comenzó", sv: "Började")
  static let expires = Self("Expires", ja: "期限", es: "Vence", sv: "Går ut")
  static let otherAttempts = Self(
    "Another checkout has paid this order:", ja: "この注文は別の決済で支払い済みです：", es: "Otro pago pagó este pedido:",
    sv: "En annan betalning har betalat ordern:")

  static let buyer = Self("Buyer", ja: "購入者", es: "Comprador", sv: "Köpare")
  static let buyerName = Self("Name", ja: "氏名", es: "Nombre", sv: "Namn")
  static let email = Self("E-mail", ja: "メールアドレス", es: "Correo", sv: "E-post")
  static let phone = Self("Phone", ja: "電話番号", es: "Teléfono", sv: "Telefon")
  static let address = Self("Delivery address", ja: "お届け先", es: "Dirección de entrega", sv: "Leveransadress")
  static let noBuyer = Self(
    "Nothing is stored about the buyer.", ja: "購入者の情報は保存されていません。", es: "No hay datos guardados del comprador.",
    sv: "Inget är lagrat om köparen.")
  static func erasedBuyer(_ time: String) -> Self {
    Self(
      "The buyer's data were erased at \(time).", ja: "購入者の情報は\(time)に消去されました。",
      es: "Los datos del comprador se borraron el \(time).", sv: "Uppgifterna om köparen raderades \(time).")
  }
  static let lockedBuyer = Self(
    "The return is not claimed yet, so it is not certain whose data this is. It is shown once the shop has claimed it.",
    ja: "戻りがまだ確認されていないため、誰の情報か確定していません。ショップが確認した後に表示されます。",
    es:
      "El regreso aún no está reclamado, y no es seguro de quién son los datos. Se muestran cuando la tienda lo reclame.",
    sv:
      "Återkomsten är inte bekräftad än, så det är inte säkert vems uppgifterna är. De visas när butiken har bekräftat den."
  )
  static let forget = Self("Erase the buyer", ja: "購入者情報を消去", es: "Borrar al comprador", sv: "Radera köparen")

  static let timeline = Self("Timeline", ja: "履歴", es: "Historial", sv: "Förlopp")
  static let timelineUTC = Self(
    "All times are in UTC. The entries are the words of the API and the log.", ja: "時刻はすべてUTCです。記録はAPIとログの語のまま表示します。",
    es: "Todas las horas están en UTC. Las entradas son las palabras de la API y del registro.",
    sv: "Alla tider är i UTC. Posterna är API:ets och loggens ord.")
  static let outstanding = Self(
    "Requests under way", ja: "処理中の要求", es: "Solicitudes en curso", sv: "Pågående anrop")
  static let earlierEntries = Self("Earlier entries", ja: "以前の記録", es: "Entradas anteriores", sv: "Tidigare poster")
  static let laterEntries = Self("Later entries", ja: "続きの記録", es: "Entradas posteriores", sv: "Senare poster")

  static func by(_ name: String) -> Self { Self("by \(name)", ja: "担当：\(name)", es: "por \(name)", sv: "av \(name)") }

  static func failedAttempts(_ count: Int) -> Self {
    Self("\(count) failed", ja: "\(count)回失敗", es: "\(count) fallidos", sv: "\(count) misslyckade")
  }

  static func overdueSince(_ time: String) -> Self {
    Self(
      "Something takes longer than it should, since \(time). Ask the provider again once the cause is fixed, or stop waiting and decide.",
      ja: "\(time)から処理が遅れています。原因を取り除いてから決済事業者に再度問い合わせるか、待つのをやめて判断してください。",
      es:
        "Algo tarda más de lo debido desde \(time). Pregunte de nuevo al proveedor cuando la causa esté resuelta, o deje de esperar y decida.",
      sv:
        "Något tar längre tid än det borde, sedan \(time). Fråga leverantören igen när orsaken är åtgärdad, eller sluta vänta och besluta."
    )
  }

  static func operationState(_ state: OperationState) -> Self {
    switch state {
    case .pending: Self("pending", ja: "処理中", es: "pendiente", sv: "väntar")
    case .unknown: Self("outcome unknown", ja: "結果不明", es: "resultado desconocido", sv: "okänt utfall")
    case .succeeded: Self("done", ja: "完了", es: "hecho", sv: "klart")
    case .failed: Self("failed", ja: "失敗", es: "falló", sv: "misslyckades")
    case .unrecognised(let name): Self(name, ja: name, es: name, sv: name)
    }
  }
}
