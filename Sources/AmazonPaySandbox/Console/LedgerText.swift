import FerryCore
import FerrySandbox

/// The console's words about Amazon Pay's objects.
extension ConsoleText {
  init(_ language: Language) { self.init(language: language, provider: "Amazon Pay") }

  var noPayments: String {
    pick(
      "No checkout has begun yet. It appears here with the first press of a button, or the first Create Checkout Session.",
      "まだ手続きがありません。ボタンが押されるか、Create Checkout Session が呼ばれると、ここに表示されます。")
  }
  func shownOf(_ shown: Int, _ all: Int) -> String {
    pick("The last \(shown) of \(all) checkouts", "直近 \(shown) 件（全 \(all) 件）")
  }
  var noOrder: String { pick("no order number", "注文番号なし") }
  var session: String { pick("Checkout session", "チェックアウトセッション") }
  var permission: String { pick("Charge permission", "チャージパーミッション") }
  var charge: String { pick("Charge", "チャージ") }
  var refund: String { pick("Refund", "返金") }
  var chargeback: String { pick("Chargeback", "チャージバック") }
  var captured: String { pick("Captured", "売上請求済み") }
  var refunded: String { pick("Refunded", "返金済み") }
  var left: String { pick("Left to charge", "請求可能残高") }
  var waitsFor: String { pick("Waits for", "未設定の項目") }
  var answer: String { pick("As the API answers it", "API の応答") }
  var actions: String { pick("Beside the API", "API 以外の操作") }
  var actionsNote: String {
    pick(
      "What happens in Seller Central, in the buyer's account, at Amazon or at the bank. The shop hears of it by a "
        + "notification, or when it asks.",
      "セラーセントラル、お客様のアカウント、Amazon、銀行で行われる操作です。ショップは通知、または照会によって知ります。")
  }
  var actionsClosed: String {
    pick("Start the sandbox with --control to act from here.", "ここから操作するには、--control を付けてサンドボックスを起動してください。")
  }
  var amountLeftEmpty: String { pick("Amount; empty for all", "金額（空欄で全額）") }

  func name(of action: ConsoleForm.Action) -> String {
    switch action {
    case .refund: pick("Refund", "返金する")
    case .declineRefundLate: pick("Refund, declined in the end", "返金する（最後に却下される）")
    case .capture: pick("Capture", "売上請求する")
    case .cancelByMerchant: pick("Cancel, as merchant", "取り消す（販売者）")
    case .cancelByBuyer: pick("Cancel, as buyer", "取り消す（お客様）")
    case .cancelByAmazon: pick("Cancel, as Amazon", "取り消す（Amazon）")
    case .approve: pick("Let it succeed now", "今すぐ成功させる")
    case .decline: pick("Decline it now", "今すぐ却下する")
    case .chargeback: pick("Charge back", "チャージバックする")
    case .closeByMerchant: pick("Close, as merchant", "クローズする（販売者）")
    case .closeByBuyer: pick("Close, as buyer", "クローズする（お客様）")
    case .closeByAmazon: pick("Close, as Amazon", "クローズする（Amazon）")
    case .expireCard: pick("Let the card expire", "カードを期限切れにする")
    case .renewCard: pick("Give a valid card", "有効なカードに戻す")
    }
  }

  // Subscriptions

  func address(_ url: String) -> String { pick("Sent to \(url)", "通知先: \(url)") }
  var confirmed: String { pick("The address has confirmed the subscription.", "通知先は購読を確認済みです。") }
  var unconfirmed: String {
    pick(
      "The address has not confirmed the subscription. Notifications are sent all the same.",
      "通知先はまだ購読を確認していません。通知は送信されます。")
  }
}
