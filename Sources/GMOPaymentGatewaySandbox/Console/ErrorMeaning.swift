/// The meanings of error codes, and the next step, for a shop's developer (GMO's list of errors).
enum ErrorMeaning {
  /// Nil for a code that the sandbox does not know.
  static func text(_ info: String, _ text: GatewayText) -> String? {
    switch info {
    case "E00000000":
      text("A test of the connection.", "疎通テストです。", "Una prueba de conexión.", "Ett test av anslutningen.")
    case "E00000001": text("Use POST.", "POST を使用してください。", "Use POST.", "Använd POST.")
    case "E00000002":
      text(
        "The Accept header is wrong.", "Accept ヘッダーが正しくありません。", "El encabezado Accept no es correcto.",
        "Headern Accept är fel.")
    case "E00000003":
      text(
        "The Content-Type header is wrong.", "Content-Type ヘッダーが正しくありません。",
        "El encabezado Content-Type no es correcto.", "Headern Content-Type är fel.")
    case "E00000010":
      text(
        "The body or a field cannot be read.", "本文または項目を読み取れません。", "No se puede leer el cuerpo o un campo.",
        "Anropets innehåll eller ett fält kan inte läsas.")
    case "E01010001", "E01020001", "E01040001", "E01050001", "E01060001", "E01070001", "E01090001", "E01100001",
      "M01004001", "M01054001", "M01005001", "M01007001", "M01008001", "M01530001", "M01085001", "M01086001":
      text(
        "A required field is missing.", "必須項目がありません。", "Falta un campo obligatorio.", "Ett obligatoriskt fält saknas.")
    case "E01010008", "E01020008", "E01040003", "E01040013", "E01060005", "E01060006", "E01070005", "E01070006",
      "E01090008", "E01100008", "M01004012", "M01004013", "M01005005", "M01005006", "M01005011", "M01006005",
      "M01006006", "M01007008", "M01008008", "M01530005", "M01081011", "M01081013", "M01085005", "M01085006",
      "M01086005", "M01086006", "E01320012", "E01330012", "E01340012", "M01039012":
      text(
        "A field is too long, out of range, or has characters that it may not have.",
        "桁数、範囲、または使用できる文字の規則に反する項目があります。",
        "Un campo es demasiado largo, está fuera de rango o tiene caracteres no permitidos.",
        "Ett fält är för långt, utanför sitt intervall eller har otillåtna tecken.")
    case "E01030002", "M01002002":
      text(
        "Shop id and password do not belong together. Check both.",
        "ショップ ID とパスワードの組み合わせが正しくありません。両方を確認してください。",
        "El id de la tienda y la contraseña no coinciden. Revise ambos.",
        "Butikens id och lösenord hör inte ihop. Kontrollera båda.")
    case "E01040010", "M01004010":
      text(
        "The order id was used before. If the answer to an entry was lost, search for it.",
        "すでに使用されたオーダー ID です。EntryTran の応答を失った場合は SearchTradeMulti で照会してください。",
        "El id de la orden ya se usó. Si se perdió la respuesta, búsquela.",
        "Order-id:t har redan använts. Om svaret på registreringen gick förlorat, sök efter det.")
    case "M01004002":
      text(
        "There is no such order, or PayType is not 38.", "該当するオーダーがないか、PayType が 38 ではありません。",
        "No existe esa orden, o PayType no es 38.", "Det finns ingen sådan order, eller så är PayType inte 38.")
    case "M01004014":
      text(
        "The order was executed already. Enter a new one.", "すでに決済依頼済みのオーダーです。新しいオーダーを登録してください。",
        "La orden ya se ejecutó. Cree otra.", "Ordern är redan utförd. Registrera en ny.")
    case "M01054004", "E11010001", "E11010002", "E11010003", "E11010999", "M11010099", "M11010999":
      text(
        "The transaction's status does not allow it. Search before the next step.",
        "現在の状態ではこの操作を実行できません。次の操作の前に照会してください。",
        "El estado de la transacción no lo permite. Consulte antes de seguir.",
        "Transaktionens status tillåter det inte. Sök före nästa steg.")
    case "E01050002", "E01050004", "M01054010":
      text(
        "JobCd is AUTH or CAPTURE.", "JobCd は AUTH または CAPTURE です。", "JobCd es AUTH o CAPTURE.",
        "JobCd är AUTH eller CAPTURE.")
    case "E01060010", "M01055010":
      text(
        "The amount is another than the transaction's.", "取引の金額と一致しません。", "El valor no es el de la transacción.",
        "Beloppet är inte transaktionens.")
    case "E01110002", "M01058002", "M01073002":
      text(
        "There is no such transaction, session or permission. Access id and password come from the entry.",
        "該当する取引、セッションまたは許可がありません。取引 ID と取引パスワードは EntryTran の応答の値です。",
        "No existe esa transacción, sesión o permiso. El id y la contraseña vienen de la entrada.",
        "Det finns ingen sådan transaktion, session eller behörighet. Id och lösenord kommer från registreringen.")
    case "E01110010":
      text(
        "The transaction is not paid yet.", "まだ決済が完了していません。", "La transacción aún no está pagada.",
        "Transaktionen är inte betald än.")
    case "M01073004":
      text(
        "Amazon's session or permission cannot be used; the message says why.",
        "Amazon のセッションまたは許可を使用できません。理由はメッセージを確認してください。",
        "No se puede usar la sesión o el permiso de Amazon; el mensaje dice por qué.",
        "Sessionen eller tillståndet hos Amazon kan inte användas; meddelandet säger varför.")
    case "M01074091":
      text(
        "The time of the start page is over. Send a larger PaymentTermSec.",
        "開始画面の有効期限が切れました。PaymentTermSec を大きくしてください。",
        "Venció el tiempo de la página de inicio. Envíe un PaymentTermSec mayor.",
        "Startsidans tid har gått ut. Skicka ett större PaymentTermSec.")
    case "M01085010", "M01085011":
      text(
        "The amount to cancel does not fit.", "取消金額が正しくありません。", "El valor a cancelar no corresponde.",
        "Beloppet att annullera stämmer inte.")
    case "M01057010", "M01060010":
      text(
        "The transaction is too old.", "取引の期限を過ぎています。", "La transacción es demasiado antigua.",
        "Transaktionen är för gammal.")
    case "E11010099": text("The card was declined.", "カードが承認されませんでした。", "La tarjeta fue rechazada.", "Kortet nekades.")
    case "E61010001", "E61010002", "E61010003", "E61020001", "E61030001":
      text(
        "The shop's contract does not allow it.", "契約または設定により利用できません。", "El contrato no lo permite.",
        "Butikens avtal tillåter det inte.")
    case "E82010001", "E90010001":
      text(
        "Another call about the order is running. Search before repeating it.",
        "同じオーダーの処理が実行中です。再送の前に照会してください。",
        "Otra llamada sobre la orden está en curso. Consulte antes de repetirla.",
        "Ett annat anrop om ordern pågår. Sök innan du upprepar det.")
    case "E91099997":
      text("There is no such API.", "該当する API がありません。", "No existe ese API.", "Det finns inget sådant API.")
    case "E92000001", "E92000002":
      text(
        "Too many calls at once. Repeat it later.", "同時処理数を超えています。時間をおいて再送してください。",
        "Demasiadas llamadas a la vez. Repítala más tarde.", "För många anrop samtidigt. Upprepa det senare.")
    default:
      info.hasPrefix("E90") || info.hasPrefix("E91") || info.hasPrefix("M91")
        ? text(
          "The outcome is unknown. Search before anything else.", "処理結果が不明です。まず照会してください。",
          "El resultado es desconocido. Consulte antes de todo.", "Resultatet är okänt. Sök innan du gör något annat.")
        : nil
    }
  }
}
