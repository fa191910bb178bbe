package import FerryCore

/// The texts of the console for all providers' sandboxes. Developers and operators read it: it is in English, and in Japanese
/// for the sandboxes that offer it.
package struct ConsoleText {
  package let language: Language
  private let provider: String

  /// - Parameters:
  ///   - language: Japanese; English for every other one.
  ///   - provider: The provider's name.
  package init(language: Language = .english, provider: String) {
    self.language = language == .japanese ? .japanese : .english
    self.provider = provider
  }

  package func pick(_ english: String, _ japanese: String) -> String { language == .japanese ? japanese : english }

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

  package var amountLeftEmpty: String { pick("Amount; empty for all", "金額（空欄で全額）") }
  var actsClosed: String {
    pick("Start the sandbox with --control to act from here.", "ここから操作するには、--control を付けてサンドボックスを起動してください。")
  }

  // Lists

  var search: String { pick("Search", "検索") }
  var searchLedger: String { pick("Id or order number", "ID または注文番号") }
  var searchRequests: String { pick("Path, id or text of a body", "パス、ID、または本文のテキスト") }
  var searchNotifications: String { pick("Id, kind or state", "ID、種類、または状態") }
  func nothingFound(_ search: String) -> String {
    pick("Nothing was found for “\(search)”.", "「\(search)」に一致するものはありません。")
  }
  func part(_ first: Int, _ last: Int, _ count: Int) -> String {
    pick("\(first) to \(last) of \(count), the newest first", "\(count) 件中 \(first)〜\(last) 件目、新しい順")
  }
  var newer: String { pick("Newer", "新しいもの") }
  var older: String { pick("Older", "古いもの") }
  var pages: String { pick("Pages", "ページ") }

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

  var unknownPage: String { pick("No such page", "ページが見つかりません") }
  package var refusedAction: String { pick("That cannot be done", "実行できません") }
  package var otherHost: String { pick("Another name leads here", "別のホスト名でアクセスされています") }
  package func otherHostNote(_ origin: String) -> String {
    pick("Open \(origin)/console instead.", "\(origin)/console を開いてください。")
  }
  package var foreignForm: String { pick("The form did not come from this page.", "このページ以外からのフォームは受け付けられません。") }
}
