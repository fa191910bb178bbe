/// The console's texts about requests.
extension ConsoleText {
  var noRequests: String {
    pick(
      "No request has come yet.", "まだリクエストがありません。", "Todavía no ha llegado ninguna solicitud.",
      "Inget anrop har kommit än.")
  }
  var onlyRefused: String { pick("Only refused ones", "拒否されたものだけ", "Solo las rechazadas", "Bara avvisade") }
  var all: String { pick("All", "すべて", "Todas", "Alla") }
  var refusedBecause: String { pick("Why it was refused", "拒否された理由", "Por qué se rechazó", "Varför det avvisades") }
  package var saidMessage: String {
    pick("What the answer said", "応答のメッセージ", "Mensaje de la respuesta", "Svarets meddelande")
  }
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
  var unknownRequest: String {
    pick(
      "This request is not kept any more.", "このリクエストの記録は残っていません。", "Esta solicitud ya no se conserva.",
      "Anropet finns inte längre kvar.")
  }

  // One request

  var duration: String { pick("Duration", "所要時間", "Duración", "Varaktighet") }
  var about: String { pick("Is about", "対象", "Trata de", "Gäller") }
  var request: String { pick("Request", "リクエスト", "Solicitud", "Anrop") }
  var answer: String { pick("Answer", "応答", "Respuesta", "Svar") }
  var query: String { pick("Query", "クエリー", "Consulta", "Frågesträng") }
  func headers(_ count: Int) -> String {
    pick("Headers: \(count)", "ヘッダー：\(count) 件", "Encabezados: \(count)", "Headrar: \(count)")
  }
  func bytes(_ count: Int) -> String { pick("\(count) bytes", "\(count) バイト", "\(count) bytes", "\(count) byte") }
  var noBody: String { pick("No body", "本文なし", "Sin cuerpo", "Inget innehåll") }
  var omitted: String {
    pick(
      "The sandbox keeps bodies only if they are JSON or a form, in which it can hide secrets.",
      "秘密情報を伏せられる JSON とフォームの本文だけを記録します。",
      "El sandbox solo guarda cuerpos JSON o de formularios, en los que puede ocultar los secretos.",
      "Sandlådan sparar bara innehåll i JSON och formulär, där den kan dölja hemligheter.")
  }
  var cut: String {
    pick(
      "The body is longer. The sandbox keeps its beginning.", "本文はさらに続きます。記録されるのは先頭部分だけです。",
      "El cuerpo es más largo. El sandbox guarda el comienzo.",
      "Innehållet är längre. Sandlådan sparar början.")
  }
  var hidden: String {
    pick(
      "… stands for a secret or a personal detail, which the sandbox does not keep.", "「…」は秘密情報または個人情報です。記録されません。",
      "… está en lugar de un secreto o un dato personal, que el sandbox no guarda.",
      "… står för en hemlighet eller en personuppgift, som sandlådan inte sparar.")
  }
  var notSent: String {
    pick(
      "A planned fault closed the connection before the answer was sent.", "計画された障害により、応答を送る前に接続が閉じられました。",
      "Una falla planeada cerró la conexión antes de enviar la respuesta.",
      "Ett planerat fel stängde anslutningen innan svaret skickades.")
  }
  func cutOff(_ count: Int) -> String {
    pick(
      "A planned fault closed the connection after \(count) bytes of the body.",
      "計画された障害により、本文の \(count) バイトを送った後に接続が閉じられました。",
      "Una falla planeada cerró la conexión después de \(count) bytes del cuerpo.",
      "Ett planerat fel stängde anslutningen efter \(count) byte av innehållet.")
  }
  var noRequestsAbout: String {
    pick(
      "The log has no request about it.", "関連するリクエストの記録はありません。", "El registro no tiene solicitudes sobre esto.",
      "Loggen har inga anrop om det.")
  }
}
