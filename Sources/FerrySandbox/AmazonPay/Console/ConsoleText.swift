import FerryCore

/// The words of the console.
struct ConsoleText {
  let language: Language

  func pick(_ english: String, _ japanese: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  var title: String { pick("Sandbox console", "サンドボックス コンソール") }
  var note: String { pick("A stand-in for Amazon Pay. No money moves.", "Amazon Pay の代役です。実際の支払いは発生しません。") }
  var ledger: String { pick("Payments", "支払い") }
  var requests: String { pick("Requests", "リクエスト") }
  var notifications: String { pick("Notifications", "通知") }
  var reload: String { pick("Reload", "再読み込み") }
  var keepReloading: String { pick("Reload every 5 seconds", "5秒ごとに再読み込み") }
  var stopReloading: String { pick("Stop reloading", "自動再読み込みを止める") }
  var sandboxTime: String { pick("Sandbox time", "サンドボックスの時刻") }
  var back: String { pick("Back", "戻る") }

  // Ledger

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
    pick(
      "Start the sandbox with --control to act from here.", "ここから操作するには、--control を付けてサンドボックスを起動してください。")
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

  // Clock

  var clock: String { pick("Let time pass", "時間を進める") }
  func advance(_ seconds: Int64) -> String {
    switch seconds {
    case 30: pick("30 seconds", "30秒")
    case 3600: pick("1 hour", "1時間")
    case 86_400: pick("1 day", "1日")
    case 604_800: pick("7 days", "7日")
    default: pick("30 days", "30日")
    }
  }

  // Requests

  var noRequests: String { pick("No request has come yet.", "まだリクエストがありません。") }
  func lastRequests(_ count: Int) -> String {
    pick("The last \(count), the newest first.", "直近 \(count) 件、新しい順に表示しています。")
  }
  var onlyRefused: String { pick("Only refused ones", "拒否されたものだけ") }
  var all: String { pick("All", "すべて") }
  var refusedBecause: String { pick("Why it was refused", "拒否された理由") }
  var saidMessage: String { pick("What the answer said", "応答のメッセージ") }
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
  var unknownRequest: String {
    pick("This request is not kept any more.", "このリクエストの記録は残っていません。")
  }

  // Notifications

  var noAddress: String {
    pick(
      "No merchant has an address for notifications. Give one with --notify.",
      "通知先アドレスが設定されていません。--notify で指定できます。")
  }
  var noNotifications: String { pick("Nothing has been sent yet.", "まだ通知はありません。") }
  func address(_ url: String) -> String { pick("Sent to \(url)", "通知先: \(url)") }
  var confirmed: String { pick("The address has confirmed the subscription.", "通知先は購読を確認済みです。") }
  var unconfirmed: String {
    pick(
      "The address has not confirmed the subscription. Notifications are sent all the same.",
      "通知先はまだ購読を確認していません。通知は送信されます。")
  }
  var resend: String { pick("Send again", "再送する") }
  var copy: String { pick("copy", "重複") }
  var confirmation: String { pick("Subscription confirmation", "購読の確認") }
  func state(_ state: NotificationDelivery.State) -> String {
    switch state {
    case .waiting: pick("waiting", "送信待ち")
    case .delivered: pick("delivered", "配信済み")
    case .refused: pick("refused", "拒否")
    case .exhausted: pick("given up", "断念")
    case .lost: pick("lost", "消失")
    }
  }
  func due(_ time: String) -> String { pick("due \(time)", "送信予定 \(time)") }
  func attempt(_ outcome: NotificationDelivery.Outcome) -> String {
    switch outcome {
    case .status(let code): pick("answered \(code)", "応答 \(code)")
    case .noAnswer: pick("no answer", "応答なし")
    }
  }

  // Refusals of the console itself

  var refusedAction: String { pick("That cannot be done", "実行できません") }
  var otherHost: String { pick("Another name leads here", "別のホスト名でアクセスされています") }
  func otherHostNote(_ origin: String) -> String {
    pick("Open \(origin)/console instead.", "\(origin)/console を開いてください。")
  }
  var foreignForm: String {
    pick("The form did not come from this page.", "このページ以外からのフォームは受け付けられません。")
  }
}
