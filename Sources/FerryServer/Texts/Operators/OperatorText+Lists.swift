import FerryCore

// MARK: Lists

extension OperatorText {
  static let state = Self("State", ja: "状態", es: "Estado", sv: "Status")
  static let all = Self("All", ja: "すべて", es: "Todos", sv: "Alla")
  static let stateLive = Self("Not finished", ja: "進行中", es: "En curso", sv: "Pågående")
  static let stateHeld = Self("Held: a person decides", ja: "保留（判断待ち）", es: "Retenidos", sv: "Stoppade")
  static let stateOverdue = Self("Overdue", ja: "遅延", es: "Atrasados", sv: "Försenade")
  static let stateCapturable = Self("To be captured", ja: "売上未確定", es: "Por capturar", sv: "Att debitera")
  static let statePending = Self(
    "Operation under way", ja: "処理中の操作あり", es: "Operación en curso", sv: "Åtgärd pågår")
  static let provider = Self("Provider", ja: "決済事業者", es: "Proveedor", sv: "Leverantör")
  static let mode = Self("Mode", ja: "モード", es: "Modo", sv: "Läge")
  static let from = Self("From (UTC)", ja: "開始日（UTC）", es: "Desde (UTC)", sv: "Från (UTC)")
  static let until = Self("To (UTC)", ja: "終了日（UTC）", es: "Hasta (UTC)", sv: "Till (UTC)")
  static let show = Self("Show", ja: "表示", es: "Mostrar", sv: "Visa")
  static let search = Self("Search", ja: "検索", es: "Buscar", sv: "Sök")
  static let searchFor = Self(
    "Order, id, provider's reference, or e-mail", ja: "注文番号、ID、決済事業者の参照番号、メールアドレス",
    es: "Pedido, identificador, referencia o correo", sv: "Order, id, leverantörens referens eller e-post")
  static let found = Self("Search result", ja: "検索結果", es: "Resultado de la búsqueda", sv: "Sökresultat")
  static let nothingFound = Self("Nothing found", ja: "該当なし", es: "No se encontró nada", sv: "Inget hittades")
  static let nothingFoundAdvice = Self(
    "Search finds whole values only. Change the filter, or write the value as the order has it.",
    ja: "検索は完全一致です。条件を変えるか、注文と同じ表記で入力してください。",
    es: "La búsqueda solo halla valores completos. Cambie el filtro, o escriba el valor tal como está en el pedido.",
    sv: "Sökningen hittar bara hela värden. Ändra filtret, eller skriv värdet som det står i ordern.")
  static let searchCloser = Self(
    "Search for something that fewer have.", ja: "より絞り込める値で検索してください。", es: "Busque algo que tengan menos pagos.",
    sv: "Sök på något som färre har.")

  static func latestAlone(_ count: Int) -> Self {
    Self(
      "There are more. These are the latest \(count).", ja: "ほかにもあります。最新の\(count)件を表示しています。",
      es: "Hay más. Estos son los últimos \(count).", sv: "Det finns fler. Det här är de senaste \(count).")
  }

  static func firstAlone(_ count: Int) -> Self {
    Self(
      "There are more. These are the first \(count).", ja: "ほかにもあります。最初の\(count)件を表示しています。",
      es: "Hay más. Estos son los primeros \(count).", sv: "Det finns fler. Det här är de första \(count).")
  }

  static let firstPage = Self("First page", ja: "最初のページ", es: "Primera página", sv: "Första sidan")
  static let nextPage = Self("Next page", ja: "次のページ", es: "Página siguiente", sv: "Nästa sida")
  static let export = Self("Export as CSV", ja: "CSVを書き出す", es: "Exportar en CSV", sv: "Exportera som CSV")
  static let overdue = Self("overdue", ja: "遅延", es: "atrasado", sv: "försenad")
  static let filter = Self("Filter", ja: "絞り込み", es: "Filtro", sv: "Filter")
}

// MARK: Webhooks

extension OperatorText {
  static let endpoints = Self("Endpoints", ja: "送信先", es: "Destinos", sv: "Mottagare")
  static let endpoint = Self("Endpoint", ja: "送信先", es: "Destino", sv: "Mottagare")
  static let messages = Self("Messages", ja: "メッセージ", es: "Mensajes", sv: "Meddelanden")
  static let waiting = Self("waiting", ja: "送信待ち", es: "en espera", sv: "väntar")
  static let parked = Self("given up", ja: "送信中止", es: "abandonado", sv: "uppgivet")
  static let delivered = Self("delivered", ja: "送信済み", es: "entregado", sv: "levererat")
  static let oldest = Self("oldest", ja: "最も古いもの", es: "el más antiguo", sv: "äldst")
  static let nextAttempt = Self("next attempt", ja: "次の送信", es: "próximo intento", sv: "nästa försök")
  static let sendAgain = Self("Send again", ja: "再送信", es: "Enviar de nuevo", sv: "Skicka igen")
  static let nothingSent = Self(
    "Nothing was sent: the message is too old, or its endpoint is not set up any more.",
    ja: "送信されませんでした。メッセージが古すぎるか、送信先の設定がなくなっています。",
    es: "No se envió nada: el mensaje es demasiado antiguo, o su destino ya no está configurado.",
    sv: "Inget skickades: meddelandet är för gammalt, eller så är mottagaren inte längre inställd.")
  static let nothingGivenUp = Self(
    "Nothing was sent: this endpoint has no message that was given up.", ja: "送信されませんでした。この送信先に送信中止のメッセージはありません。",
    es: "No se envió nada: este destino no tiene mensajes abandonados.",
    sv: "Inget skickades: mottagaren har inga uppgivna meddelanden.")
  static let sendAllAgain = Self(
    "Send all that were given up", ja: "中止した分をすべて再送信", es: "Enviar todos los abandonados", sv: "Skicka alla uppgivna")
  static let noEndpoints = Self(
    "No endpoint is set up. Shops then have to ask for the state of their checkouts.",
    ja: "送信先が設定されていません。ショップは決済の状態を問い合わせる必要があります。",
    es: "No hay ningún destino configurado. Las tiendas tienen que preguntar por el estado de sus pagos.",
    sv: "Ingen mottagare är inställd. Butiker måste då fråga efter sina betalningars status.")
  static let noMessages = Self("No messages", ja: "メッセージなし", es: "No hay mensajes", sv: "Inga meddelanden")
  static let noWebhooks = Self(
    "No webhook was sent about this checkout, or it is forgotten after thirty days.",
    ja: "この決済のWebhookはありません（30日後に記録から消えます）。",
    es: "No se envió ningún webhook sobre este pago, o se olvidó tras treinta días.",
    sv: "Ingen webhook skickades om den här betalningen, eller så är den glömd efter trettio dagar.")

  static func sendAllMeans(_ count: Int) -> Self {
    Self(
      count == 1
        ? "1 message is sent again, from the beginning of its schedule."
        : "\(count) messages are sent again, from the beginning of their schedule.",
      ja: "\(count)件を最初の予定から再送信します。",
      es: "Se envían de nuevo desde el principio de su calendario: \(count).",
      sv: count == 1
        ? "1 meddelande skickas igen, från början av sitt schema."
        : "\(count) meddelanden skickas igen, från början av sitt schema.")
  }

  static func attempts(_ count: Int) -> Self {
    Self(
      count == 1 ? "1 attempt" : "\(count) attempts", ja: "\(count)回送信",
      es: count == 1 ? "1 intento" : "\(count) intentos",
      sv: "\(count) försök")
  }
}
