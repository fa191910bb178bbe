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

  // Requests

  var noRequests: String {
    pick(
      "No request has come yet.", "まだリクエストがありません。", "Todavía no ha llegado ninguna solicitud.",
      "Inget anrop har kommit än.")
  }
  func lastRequests(_ count: Int) -> String {
    pick(
      "The last \(count), the newest first.", "直近 \(count) 件、新しい順に表示しています。",
      "Las últimas \(count), primero las más recientes.", "De senaste \(count), de nyaste först.")
  }
  var onlyRefused: String { pick("Only refused ones", "拒否されたものだけ", "Solo las rechazadas", "Bara avvisade") }
  var all: String { pick("All", "すべて", "Todas", "Alla") }
  var refusedBecause: String { pick("Why it was refused", "拒否された理由", "Por qué se rechazó", "Varför det avvisades") }
  var saidMessage: String { pick("What the answer said", "応答のメッセージ", "Mensaje de la respuesta", "Svarets meddelande") }
  var struck: String {
    pick(
      "A planned fault struck this request.", "計画された障害がこのリクエストに適用されました。", "Una falla planeada afectó esta solicitud.",
      "Ett planerat fel drabbade anropet.")
  }
  var time: String { pick("Time", "時刻", "Hora", "Tid") }
  var method: String { pick("Method", "メソッド", "Método", "Metod") }
  var path: String { pick("Path", "パス", "Ruta", "Sökväg") }
  var key: String { pick("Public key id", "公開鍵 ID", "Id de la clave pública", "Publik nyckels id") }
  var status: String { pick("Status", "ステータス", "Estado", "Status") }
  var reason: String { pick("Reason code", "理由コード", "Código del motivo", "Orsakskod") }
  var simulation: String { pick("Simulation code", "シミュレーションコード", "Código de simulación", "Simuleringskod") }
  var operation: String { pick("Operation", "操作", "Operación", "Operation") }
  var canonicalRequest: String {
    pick(
      "Canonical request, as the sandbox sees it", "正規リクエスト（サンドボックス側）", "Solicitud canónica, como la ve el sandbox",
      "Kanoniskt anrop, som sandlådan ser det")
  }
  var stringToSign: String { pick("String to sign", "署名対象文字列", "Texto que se firma", "Text att signera") }
  var receivedSignature: String { pick("Signature that came", "受け取った署名", "Firma recibida", "Mottagen signatur") }
  var compare: String {
    pick(
      "Compare this with your client's own canonical request, line by line. If the hash in the string to sign is the "
        + "same on both sides, the text agrees, and the private key or the salt is another.",
      "クライアント側の正規リクエストと1行ずつ比べてください。署名対象文字列のハッシュが両方で一致する場合、文字列は正しく、秘密鍵かソルトの長さが違います。",
      "Compárela línea por línea con la solicitud canónica de su cliente. Si el hash del texto que se firma es igual en ambos lados, el texto coincide y lo que difiere es la clave privada o la sal.",
      "Jämför det rad för rad med din klients eget kanoniska anrop. Om hashen i texten att signera är densamma på båda sidor stämmer texten, och då är det den privata nyckeln eller saltet som skiljer."
    )
  }
  package var unknownRequest: String {
    pick(
      "This request is not kept any more.", "このリクエストの記録は残っていません。", "Esta solicitud ya no se conserva.",
      "Anropet finns inte längre kvar.")
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
