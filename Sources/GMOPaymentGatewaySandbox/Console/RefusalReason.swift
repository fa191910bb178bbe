import FerrySandbox

/// The meanings of error codes, and the next step, for a shop's developer (GMO's list of errors).
enum RefusalReason {
  /// Nil for a code that the sandbox does not know.
  static func explanation(_ info: String, _ text: ConsoleText) -> String? {
    switch info {
    case "E00000000": text.pick("A test of the connection.", "疎通テストです。")
    case "E00000001": text.pick("Use POST.", "POST を使用してください。")
    case "E00000002": text.pick("The Accept header is wrong.", "Accept ヘッダーが正しくありません。")
    case "E00000003": text.pick("The Content-Type header is wrong.", "Content-Type ヘッダーが正しくありません。")
    case "E00000010": text.pick("The body or a field cannot be read.", "本文または項目を読み取れません。")
    case "E01010001", "E01020001", "E01040001", "E01050001", "E01060001", "E01070001", "E01090001", "E01100001",
      "M01004001", "M01054001", "M01005001", "M01007001", "M01008001", "M01530001", "M01085001", "M01086001":
      text.pick("A required field is missing.", "必須項目がありません。")
    case "E01010008", "E01020008", "E01040003", "E01040013", "E01060005", "E01060006", "E01070005", "E01070006",
      "E01090008", "E01100008", "M01004012", "M01004013", "M01005005", "M01005006", "M01005011", "M01006005",
      "M01006006", "M01007008", "M01008008", "M01530005", "M01081011", "M01081013", "M01085005", "M01085006",
      "M01086005", "M01086006", "E01320012", "E01330012", "E01340012", "M01039012":
      text.pick(
        "A field is too long, out of range, or has characters that it may not have.", "桁数、範囲、または使用できる文字の規則に反する項目があります。")
    case "E01030002", "M01002002":
      text.pick(
        "Shop id and password do not belong together. Check both.", "ショップ ID とパスワードの組み合わせが正しくありません。両方を確認してください。")
    case "E01040010", "M01004010":
      text.pick(
        "The order id was used before. If the answer to an entry was lost, search for it.",
        "すでに使用されたオーダー ID です。EntryTran の応答を失った場合は SearchTradeMulti で照会してください。")
    case "M01004002": text.pick("There is no such order, or PayType is not 38.", "該当するオーダーがないか、PayType が 38 ではありません。")
    case "M01004014":
      text.pick("The order was executed already. Enter a new one.", "すでに決済依頼済みのオーダーです。新しいオーダーを登録してください。")
    case "M01054004", "E11010001", "E11010002", "E11010003", "E11010999", "M11010099", "M11010999":
      text.pick(
        "The transaction's status does not allow it. Search before the next step.",
        "現在の状態ではこの操作を実行できません。次の操作の前に照会してください。")
    case "E01050002", "E01050004", "M01054010": text.pick("JobCd is AUTH or CAPTURE.", "JobCd は AUTH または CAPTURE です。")
    case "E01060010", "M01055010": text.pick("The amount is another than the transaction's.", "取引の金額と一致しません。")
    case "E01110002", "M01058002", "M01073002":
      text.pick(
        "There is no such transaction, session or permission. Access id and password come from the entry.",
        "該当する取引、セッションまたは許可がありません。取引 ID と取引パスワードは EntryTran の応答の値です。")
    case "E01110010": text.pick("The transaction is not paid yet.", "まだ決済が完了していません。")
    case "M01073004":
      text.pick(
        "Amazon's session or permission cannot be used; the message says why.",
        "Amazon のセッションまたは許可を使用できません。理由はメッセージを確認してください。")
    case "M01074091":
      text.pick(
        "The time of the start page is over. Send a larger PaymentTermSec.",
        "開始画面の有効期限が切れました。PaymentTermSec を大きくしてください。")
    case "M01085010", "M01085011": text.pick("The amount to cancel does not fit.", "取消金額が正しくありません。")
    case "M01057010", "M01060010": text.pick("The transaction is too old.", "取引の期限を過ぎています。")
    case "E11010099": text.pick("The card was declined.", "カードが承認されませんでした。")
    case "E61010001", "E61010002", "E61010003", "E61020001", "E61030001":
      text.pick("The shop's contract does not allow it.", "契約または設定により利用できません。")
    case "E82010001", "E90010001":
      text.pick(
        "Another call about the order is running. Search before repeating it.", "同じオーダーの処理が実行中です。再送の前に照会してください。")
    case "E91099997": text.pick("There is no such API.", "該当する API がありません。")
    case "E92000001", "E92000002": text.pick("Too many calls at once. Repeat it later.", "同時処理数を超えています。時間をおいて再送してください。")
    default:
      info.hasPrefix("E90") || info.hasPrefix("E91") || info.hasPrefix("M91")
        ? text.pick("The outcome is unknown. Search before anything else.", "処理結果が不明です。まず照会してください。")
        : nil
    }
  }
}
