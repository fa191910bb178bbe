/// The console's texts about requests.
extension ConsoleText {
  var noRequests: String { pick("No request has come yet.", "まだリクエストがありません。") }
  var onlyRefused: String { pick("Only refused ones", "拒否されたものだけ") }
  var all: String { pick("All", "すべて") }
  var refusedBecause: String { pick("Why it was refused", "拒否された理由") }
  package var saidMessage: String { pick("What the answer said", "応答のメッセージ") }
  var struck: String { pick("A planned fault struck this request.", "計画された障害がこのリクエストに適用されました。") }
  var time: String { pick("Time", "時刻") }
  var method: String { pick("Method", "メソッド") }
  var path: String { pick("Path", "パス") }
  var key: String { pick("Public key id", "公開鍵 ID") }
  var status: String { pick("Status", "ステータス") }
  var reason: String { pick("Reason code", "理由コード") }
  var simulation: String { pick("Simulation code", "シミュレーションコード") }
  var operation: String { pick("Operation", "操作") }
  var canonicalRequest: String { pick("Canonical request, as the sandbox sees it", "正規リクエスト（サンドボックス側）") }
  var stringToSign: String { pick("String to sign", "署名対象文字列") }
  var receivedSignature: String { pick("Signature that came", "受け取った署名") }
  var compare: String {
    pick(
      "Compare this with your client's own canonical request, line by line. If the hash in the string to sign is the "
        + "same on both sides, the text agrees, and the private key or the salt is another.",
      "クライアント側の正規リクエストと1行ずつ比べてください。署名対象文字列のハッシュが両方で一致する場合、文字列は正しく、秘密鍵かソルトの長さが違います。")
  }
  var unknownRequest: String { pick("This request is not kept any more.", "このリクエストの記録は残っていません。") }

  // One request

  var duration: String { pick("Duration", "所要時間") }
  var about: String { pick("Is about", "対象") }
  var request: String { pick("Request", "リクエスト") }
  var answer: String { pick("Answer", "応答") }
  var query: String { pick("Query", "クエリー") }
  func headers(_ count: Int) -> String { pick("Headers: \(count)", "ヘッダー：\(count) 件") }
  func bytes(_ count: Int) -> String { pick("\(count) bytes", "\(count) バイト") }
  var noBody: String { pick("No body", "本文なし") }
  var omitted: String {
    pick(
      "The sandbox keeps bodies only if they are JSON or a form, in which it can hide secrets.",
      "秘密情報を伏せられる JSON とフォームの本文だけを記録します。")
  }
  var cut: String { pick("The body is longer. The sandbox keeps its beginning.", "本文はさらに続きます。記録されるのは先頭部分だけです。") }
  var hidden: String {
    pick("… stands for a secret or a personal detail, which the sandbox does not keep.", "「…」は秘密情報または個人情報です。記録されません。")
  }
  var notSent: String {
    pick("A planned fault closed the connection before the answer was sent.", "計画された障害により、応答を送る前に接続が閉じられました。")
  }
  func cutOff(_ count: Int) -> String {
    pick(
      "A planned fault closed the connection after \(count) bytes of the body.",
      "計画された障害により、本文の \(count) バイトを送った後に接続が閉じられました。")
  }
  var noRequestsAbout: String { pick("The log has no request about it.", "関連するリクエストの記録はありません。") }
}
