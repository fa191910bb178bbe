import FerryCore
import FerrySandbox

struct CheckoutText {
  let language: Language

  private func pick(_ english: String, _ japanese: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  var sandbox: String { pick("Sandbox", "サンドボックス") }
  var noMoney: String { pick("This is a test. No money moves.", "テスト環境です。実際の支払いは発生しません。") }
  var footer: String {
    pick("A sandbox of Amazon Pay, for tests. It is not Amazon.", "テスト用の Amazon Pay の代役です。Amazon ではありません。")
  }

  // Sign-in

  var signIn: String { pick("Sign in", "サインイン") }
  func signInLead(_ shop: String) -> String { pick("to pay at \(shop)", "\(shop) でのお支払い") }
  func shareLead(_ shop: String) -> String {
    pick("\(shop) asks who you are. Nothing is paid.", "\(shop) がお客様情報の共有を求めています。支払いは発生しません。")
  }
  var anyone: String {
    pick(
      "Anyone can sign in: choose a test buyer, or enter any e-mail address and any password.",
      "どなたでもサインインできます。テスト用のお客様を選ぶか、任意のメールアドレスとパスワードを入力してください。")
  }
  var readyBuyers: String { pick("Test buyers", "テスト用のお客様") }
  var otherAccount: String { pick("Another account", "別のアカウント") }
  var email: String { pick("E-mail address", "メールアドレス") }
  var password: String { pick("Password", "パスワード") }
  var badEmail: String {
    pick("Enter an e-mail address, such as me@example.test.", "me@example.test のようなメールアドレスを入力してください。")
  }
  func signedIn(_ name: String) -> String { pick("Signed in as \(name)", "\(name) としてサインイン中") }
  var signOut: String { pick("Sign out", "サインアウト") }

  // Selection

  var select: String { pick("Address and payment", "お届け先とお支払い方法") }
  var selectPayment: String { pick("Payment", "お支払い方法") }
  var selectAddress: String { pick("Address", "お届け先") }
  func selectLead(_ shop: String) -> String {
    pick("Nothing is paid yet: \(shop) shows you the order first.", "まだ支払いは確定しません。この後 \(shop) で注文内容を確認できます。")
  }
  func selectAndPayLead(_ shop: String) -> String {
    pick("With the next step you pay \(shop).", "次へ進むと \(shop) への支払いが確定します。")
  }
  var shipTo: String { pick("Ship to", "お届け先") }
  var payWith: String { pick("Pay with", "お支払い方法") }
  var goOn: String { pick("Continue", "次へ進む") }
  var payNow: String { pick("Pay now", "支払う") }
  var cancel: String { pick("Cancel and go back", "キャンセルして戻る") }
  var notDelivered: String { pick("The shop does not deliver here", "このお届け先には配送できません") }
  var chooseAddress: String { pick("Choose an address.", "お届け先を選んでください。") }
  var chooseCard: String { pick("Choose a card.", "カードを選んでください。") }

  func outcome(_ simulation: TestCard.Simulation) -> String {
    switch simulation {
    case .success: pick("succeeds", "成功")
    case .declined: pick("is declined", "承認されない")
    case .buyerCancels: pick("acts as if the buyer cancels", "お客様がキャンセルした状態")
    case .pendingThenAuthorized: pick("is pending, succeeds after 30 seconds", "保留、30秒後に成功")
    case .pendingThenDeclined: pick("is pending, is declined after 30 seconds", "保留、30秒後に承認されない")
    }
  }

  // Processing

  var processing: String { pick("Processing your payment", "お支払いを処理しています") }
  var processingNote: String { pick("You will be taken back to the shop in a moment.", "まもなく自動的にショップへ戻ります。") }
  func amount(_ amount: Money, to shop: String) -> String {
    pick("\(amount.display) to \(shop)", "\(shop) へ \(amount.display)")
  }
  var goOnNow: String { pick("Continue without waiting", "待たずに進む") }

  // Declined

  var declined: String { pick("The card was declined", "カードが承認されませんでした") }
  func declinedNote(_ card: String) -> String {
    pick("\(card) cannot be used. Nothing was charged.", "\(card) はご利用いただけません。支払いは発生していません。")
  }
  func pendingNote(_ card: String) -> String {
    pick(
      "\(card) needs time to decide, and the shop does not wait for it. Nothing was charged.",
      "\(card) の承認には時間がかかりますが、ショップが対応していません。支払いは発生していません。")
  }
  var anotherCard: String { pick("Pay with another card", "別のカードで支払う") }
  var giveUp: String { pick("Give up and go back", "支払いをやめて戻る") }

  // The end, and what goes wrong

  var expired: String { pick("This checkout has expired", "お手続きの有効期限が切れました") }
  var expiredNote: String {
    pick(
      "It was left alone for too long. Nothing was charged. Start again from the shop.",
      "時間が経過したため終了しました。支払いは発生していません。ショップからもう一度お手続きください。")
  }
  var over: String { pick("This checkout is over", "このお手続きは終了しました") }
  var overNote: String { pick("You can close this page and go back to the shop.", "このページを閉じて、ショップへお戻りください。") }
  var unknown: String { pick("There is no such checkout", "お手続きが見つかりません") }
  var unknownNote: String {
    pick("The address may be mistyped, or the checkout is long over.", "アドレスが間違っているか、すでに終了している可能性があります。")
  }
  var otherBuyer: String { pick("This checkout belongs to another account", "別のアカウントのお手続きです") }
  var otherBuyerNote: String {
    pick("Sign out, then sign in with the account that began it.", "サインアウトして、手続きを始めたアカウントでサインインしてください。")
  }
  var notReady: String { pick("There is nothing to pay yet", "お支払いの準備ができていません") }
  var notReadyNote: String { pick("The shop has still to say:", "ショップ側で次の項目が設定されていません:") }
  var shopError: String { pick("The shop's request was refused", "ショップからの要求を受け付けられませんでした") }
  var shopErrorNote: String {
    pick(
      "You can do nothing about it; whoever builds the shop can, with these details.",
      "お客様側で解決できる問題ではありません。ショップの開発者は次の内容を確認してください。")
  }
  var backToShop: String { pick("Back to the shop", "ショップへ戻る") }
  var noPage: String { pick("There is nothing here", "ページが見つかりません") }
  var running: String { pick("The Amazon Pay sandbox is running", "Amazon Pay サンドボックスが動作しています") }
}
