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

  package func pick(_ english: String, _ japanese: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  package var title: String { pick("Sandbox console", "サンドボックス コンソール") }
  var note: String { pick("A sandbox of \(provider). No money moves.", "\(provider) のサンドボックスです。実際の支払いは発生しません。") }
  package var ledger: String { pick("Payments", "支払い") }
  var requests: String { pick("Requests", "リクエスト") }
  var notifications: String { pick("Notifications", "通知") }
  var reload: String { pick("Reload", "再読み込み") }
  var keepReloading: String { pick("Reload every 5 seconds", "5秒ごとに再読み込み") }
  var stopReloading: String { pick("Stop reloading", "自動再読み込みを止める") }
  var sandboxTime: String { pick("Sandbox time", "サンドボックスの時刻") }
  package var back: String { pick("Back", "戻る") }

  // Clock

  var clock: String { pick("Let time pass", "時間を進める") }
  func advance(_ seconds: Int) -> String {
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
  package var unknownRequest: String { pick("This request is not kept any more.", "このリクエストの記録は残っていません。") }

  // Notifications

  var noAddress: String {
    pick("No merchant has an address for notifications. Give one with --notify.", "通知先アドレスが設定されていません。--notify で指定できます。")
  }
  var noNotifications: String { pick("Nothing has been sent yet.", "まだ通知はありません。") }
  var resend: String { pick("Send again", "再送する") }
  var copy: String { pick("copy", "重複") }
  func state(_ state: DeliveryState) -> String {
    switch state {
    case .waiting: pick("waiting", "送信待ち")
    case .delivered: pick("delivered", "配信済み")
    case .refused: pick("refused", "拒否")
    case .exhausted: pick("given up", "断念")
    case .lost: pick("lost", "消失")
    }
  }
  func due(_ time: String) -> String { pick("due \(time)", "送信予定 \(time)") }
  func attempt(_ outcome: DeliveryOutcome) -> String {
    switch outcome {
    case .status(let code): pick("answered \(code)", "応答 \(code)")
    case .noAnswer: pick("no answer", "応答なし")
    }
  }

  // Refusals of the console itself

  package var refusedAction: String { pick("That cannot be done", "実行できません") }
  package var otherHost: String { pick("Another name leads here", "別のホスト名でアクセスされています") }
  package func otherHostNote(_ origin: String) -> String {
    pick("Open \(origin)/console instead.", "\(origin)/console を開いてください。")
  }
  package var foreignForm: String { pick("The form did not come from this page.", "このページ以外からのフォームは受け付けられません。") }
}
