import FerryCore
import FerrySandbox

/// The console's texts about GMO's transactions, in English and in Japanese.
extension ConsoleText {
  var noTransactions: String { pick("No transaction has been entered yet.", "まだ取引がありません。") }
  var transaction: String { pick("Transaction", "取引") }
  var checkoutSession: String { pick("Checkout session at Amazon", "Amazon のチェックアウトセッション") }
  var permission: String { pick("Charge permission at Amazon", "Amazon の支払い許可") }
  var amount: String { pick("Amount and tax", "金額・税送料") }
  var captured: String { pick("captured", "売上") }
  var refunded: String { pick("refunded", "返金") }
  var steps: String { pick("What happened", "履歴") }
  var received: String { pick("Texts as they came", "受け取った文字列") }
  var reasons: String { pick("Reason of each code", "コードごとの理由") }
  var bytes: String { pick("bytes", "バイト列") }
  var reading: String { pick("read as Windows-31J", "Windows-31J として読むと") }
  var readingJSON: String { pick("text", "文字列") }
  var utf8Hint: String { pick("As UTF-8 the bytes are:", "UTF-8 として読むと：") }
  var utf8Advice: String {
    pick(
      "The shop sends UTF-8. The gateway reads Windows-31J: encode the text in Windows-31J before percent-encoding it.",
      "ショップは UTF-8 で送っています。ゲートウェイは Windows-31J として読みます。Windows-31J に変換してからパーセントエンコードしてください。")
  }
  var malformed: String { pick("Some bytes are no Windows-31J.", "Windows-31J として正しくないバイトがあります。") }
  var acts: String { pick("Actions in the console", "管理画面の操作") }
  var actsNote: String { pick("What a merchant does at the gateway outside the API.", "API を使わずに管理画面で行う操作です。") }
  var connectivity: String { pick("Send a test of the connection", "疎通テストを送信する") }
  func unexpectedReply(_ order: String, _ reply: String) -> String {
    pick(
      "\(order): the receiver answered \(reply). The whole body has to be 0, with the status 200.",
      "\(order)：受信側の応答は \(reply) でした。ステータス 200、本文は 0 だけを返してください。")
  }

  func name(_ act: ConsoleAct) -> String {
    switch act {
    case .refund: pick("Refund", "返金する")
    case .capture: pick("Capture", "売上を確定する")
    case .cancel: pick("Release", "取り消す")
    case .approve: pick("Approve the pending card", "保留中のカードを承認する")
    case .decline: pick("Decline the pending card", "保留中のカードを拒否する")
    case .payOut: pick("End the refund now", "返金を完了する")
    case .failRefund: pick("Let the refund fail", "返金を失敗させる")
    }
  }
}
