package import FerryCore

/// The texts of the console for all providers' sandboxes.
package struct ConsoleText {
  package let language: Language
  private let provider: String

  /// - Parameter provider: The provider's name.
  package init(language: Language, provider: String) {
    self.language = language
    self.provider = provider
  }

  package func pick(_ english: String, _ japanese: String, _ spanish: String, _ swedish: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  package var title: String { pick("Sandbox console", "サンドボックス コンソール", "Consola del sandbox", "Sandlådans konsol") }
  var note: String {
    pick(
      "A sandbox of \(provider). No money moves.", "\(provider) のサンドボックスです。実際の支払いは発生しません。",
      "Un sandbox de \(provider). No se mueve dinero.", "En sandlåda för \(provider). Inga pengar flyttas.")
  }
  package var ledger: String { pick("Payments", "支払い", "Pagos", "Betalningar") }
  var requests: String { pick("Requests", "リクエスト", "Solicitudes", "Anrop") }
  var notifications: String { pick("Notifications", "通知", "Notificaciones", "Aviseringar") }
  var reload: String { pick("Reload", "再読み込み", "Recargar", "Ladda om") }
  var keepReloading: String {
    pick("Reload every 5 seconds", "5秒ごとに再読み込み", "Recargar cada 5 segundos", "Ladda om var femte sekund")
  }
  var stopReloading: String { pick("Stop reloading", "自動再読み込みを止める", "No recargar más", "Sluta ladda om") }
  var sandboxTime: String { pick("Sandbox time", "サンドボックスの時刻", "Hora del sandbox", "Sandlådans tid") }
  package var back: String { pick("Back", "戻る", "Volver", "Tillbaka") }

  package var amountLeftEmpty: String {
    pick("Amount; empty for all", "金額（空欄で全額）", "Valor; vacío para todo", "Belopp; tomt för allt")
  }
  var actsClosed: String {
    pick(
      "Start the sandbox with --control to act from here.", "ここから操作するには、--control を付けてサンドボックスを起動してください。",
      "Inicie el sandbox con --control para actuar desde aquí.",
      "Starta sandlådan med --control för att agera härifrån.")
  }

  // Lists

  var search: String { pick("Search", "検索", "Buscar", "Sök") }
  var searchLedger: String {
    pick("Id or order number", "ID または注文番号", "Id o número de pedido", "Id eller ordernummer")
  }
  var searchRequests: String {
    pick(
      "Path, id or text of a body", "パス、ID、または本文のテキスト", "Ruta, id o texto de un cuerpo",
      "Sökväg, id eller text i ett innehåll")
  }
  var searchNotifications: String {
    pick("Id, kind or state", "ID、種類、または状態", "Id, tipo o estado", "Id, typ eller status")
  }
  func nothingFound(_ search: String) -> String {
    pick(
      "Nothing was found for “\(search)”.", "「\(search)」に一致するものはありません。", "No se encontró nada para «\(search)».",
      "Inget hittades för ”\(search)”.")
  }
  func part(_ first: Int, _ last: Int, _ count: Int) -> String {
    pick(
      "\(first) to \(last) of \(count), the newest first", "\(count) 件中 \(first)〜\(last) 件目、新しい順",
      "\(first) a \(last) de \(count), primero los más recientes", "\(first) till \(last) av \(count), de nyaste först")
  }
  var newer: String { pick("Newer", "新しいもの", "Más recientes", "Nyare") }
  var older: String { pick("Older", "古いもの", "Más antiguos", "Äldre") }
  var pages: String { pick("Pages", "ページ", "Páginas", "Sidor") }

  // Clock

  var clock: String { pick("Let time pass", "時間を進める", "Adelantar el reloj", "Låt tiden gå") }
  func advance(_ seconds: Int) -> String {
    switch seconds {
    case 30: pick("30 seconds", "30秒", "30 segundos", "30 sekunder")
    case 3600: pick("1 hour", "1時間", "1 hora", "1 timme")
    case 86_400: pick("1 day", "1日", "1 día", "1 dag")
    case 604_800: pick("7 days", "7日", "7 días", "7 dagar")
    default: pick("30 days", "30日", "30 días", "30 dagar")
    }
  }

  // Notifications

  var noAddress: String {
    pick(
      "No merchant has an address for notifications. Give one with --notify.", "通知先アドレスが設定されていません。--notify で指定できます。",
      "Ningún comercio tiene una dirección para notificaciones. Indíquela con --notify.",
      "Ingen butik har en adress för aviseringar. Ange en med --notify.")
  }
  var noNotifications: String {
    pick("Nothing has been sent yet.", "まだ通知はありません。", "Todavía no se ha enviado nada.", "Inget har skickats än.")
  }
  var resend: String { pick("Send again", "再送する", "Enviar de nuevo", "Skicka igen") }
  var copy: String { pick("copy", "重複", "copia", "kopia") }
  func state(_ state: DeliveryState) -> String {
    switch state {
    case .waiting: pick("waiting", "送信待ち", "pendiente", "väntar")
    case .delivered: pick("delivered", "配信済み", "entregada", "levererad")
    case .refused: pick("refused", "拒否", "rechazada", "avvisad")
    case .exhausted: pick("given up", "断念", "abandonada", "uppgiven")
    case .lost: pick("lost", "消失", "perdida", "förlorad")
    }
  }
  func due(_ time: String) -> String { pick("due \(time)", "送信予定 \(time)", "prevista para \(time)", "skickas \(time)") }
  func attempt(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .status(let code): pick("answered \(code)", "応答 \(code)", "respuesta \(code)", "svar \(code)")
    case .noAnswer: pick("no answer", "応答なし", "sin respuesta", "inget svar")
    }
  }

  // Refusals of the console itself

  var unknownPage: String { pick("No such page", "ページが見つかりません", "No existe esta página", "Sidan finns inte") }
  package var refusedAction: String {
    pick("That cannot be done", "実行できません", "Eso no se puede hacer", "Det går inte att göra")
  }
  package var otherHost: String {
    pick(
      "Another name leads here", "別のホスト名でアクセスされています", "Usted llegó con otro nombre de servidor",
      "Du kom hit via ett annat värdnamn")
  }
  package func otherHostNote(_ origin: String) -> String {
    pick(
      "Open \(origin)/console instead.", "\(origin)/console を開いてください。", "Abra \(origin)/console.",
      "Öppna \(origin)/console i stället.")
  }
  package var foreignForm: String {
    pick(
      "The form did not come from this page.", "このページ以外からのフォームは受け付けられません。", "El formulario no viene de esta página.",
      "Formuläret kom inte från den här sidan.")
  }
}
