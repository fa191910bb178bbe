import FerryCore

extension FerryText {
  var japanese: String {
    switch self {
    case .pay(let provider): "\(provider)で支払う"
    case .payHint: "お支払い画面を開きます。ご注文内容をこのアプリで確認してから、請求が確定します。"
    case .payBusy: "お支払いの手続き中です"
    case .title(let status): Self.japanese(status).title
    case .advice(let status): Self.japanese(status).advice
    case .checkAgain: "もう一度確認する"
    case .goOn: "続ける"
    case .cancel: "キャンセル"
    case .close: "閉じる"
    case .tryAgain: "もう一度試す"
    case .deliverTo: "お届け先"
    case .paymentMethod: "お支払い方法"
    case .items: "商品"
    case .subtotal: "小計"
    case .shipping: "送料"
    case .tax: "消費税"
    case .taxContained: "内消費税"
    case .total: "合計"
    case .changeAddress: "お届け先を変更"
    case .changePayment: "お支払い方法を変更"
    case .buy(let total): "購入する（\(total.display(.japanese))）"
    case .cancelAndKeep: "やめてカートに残す"
    case .quantity(let quantity): "数量 \(quantity)"
    case .changed(.address): "お届け先が変わりました。"
    case .changed(.payment): "お支払い方法が変わりました。"
    case .changed(.total): "合計金額が変わりました。"
    case .changed(.other): "ご覧いただいた後に、ご注文内容が変わりました。"
    case .orderNumber(let number): "注文番号 \(number)"
    case .amountPaid(let total): "お支払い金額 \(total.display(.japanese))"
    case .openInBrowser: "ブラウザーで開く"
    case .pageFailed: "ページを読み込めませんでした。通信状況をご確認いただくか、ブラウザーで開いてください。"
    case .appMissing: "このリンクを開くアプリがありません。別のお支払い方法を選ぶか、アプリをインストールしてください。"
    case .nothingCameBack:
      "ほかのアプリからまだ応答がありません。操作を終えたばかりの場合は、そのままお待ちください。先に進まない場合は、もう一度お試しください。"
    case .goesOnInBrowser:
      "お支払いの続きはブラウザに表示されています。操作を終えたばかりの場合は、そのままお待ちください。ここでお支払いになる場合は、もう一度お試しください。"
    case .waitOn: "待つ"
    case .cannotKeep: "今はお支払いを始められません。端末のロックを解除してから、もう一度お試しください。"
    case .mayHavePaid:
      "このご注文のお支払いは、すでに完了している可能性があります。確認中ですので、もう一度支払わないでください。「続ける」で状況を確認できます。"
    }
  }

  private static func japanese(_ status: Status) -> (title: String, advice: String) {
    switch status {
    case .idle: ("お支払いの手続きはありません", "カートの中身はそのままです。")
    case .starting: ("お支払い画面を開いています", "少々お待ちください。まだ請求は発生していません。")
    case .away: ("お支払い画面で続けてください", "お手続きが終わると、自動でこのアプリに戻ります。")
    case .returning: ("お帰りなさい", "少々お待ちください。選択された内容を読み込んでいます。")
    case .checking: ("ご注文の状況を確認しています", "少々お待ちください。現在の状況を問い合わせています。")
    case .reviewing: ("ご注文内容の確認", "まだ請求は発生していません。")
    case .selectionRefused: ("選択された内容ではご注文いただけません", "選択されたお届け先には配送できません。請求は発生していません。別のお届け先をお選びください。")
    case .openingPayment: ("お支払い画面を開いています", "少々お待ちください。まだ請求は発生していません。")
    case .confirmingPayment: ("お支払いを確認しています", "少々お待ちください。もう一度注文しないでください。")
    case .cancelling: ("ご注文をキャンセルしています", "決済サービスに取り消しを依頼しています。まだ注文し直さないでください。")
    case .paid: ("ご注文ありがとうございます", "お支払いが完了しました。お問い合わせの際は注文番号をお知らせください。")
    case .declinedMethod: ("お支払いが承認されませんでした", "このお支払い方法はご利用いただけませんでした。請求は発生せず、カートはそのままです。別のお支払い方法をお試しください。")
    case .declinedVerification: ("お支払いが承認されませんでした", "ご本人の確認ができませんでした。請求は発生せず、カートはそのままです。もう一度試すか、別のカードをご利用ください。")
    case .declined: ("お支払いが承認されませんでした", "請求は発生せず、カートはそのままです。別のお支払い方法を試すか、カード会社にお問い合わせください。")
    case .declinedTimedOut: ("お支払いが承認されませんでした", "時間切れになりました。請求は発生せず、カートはそのままです。もう一度お試しください。")
    case .notStarted: ("現在、お支払いを開始できません", "請求は発生せず、カートはそのままです。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。")
    case .cancelled: ("お手続きはキャンセルされました", "請求は発生していません。カートはそのままです。")
    case .notFinished: ("ご注文はまだ完了していません", "請求は発生していません。続きから再開するか、最初からやり直せます。")
    case .unconfirmed: ("お支払いを確認しています", "通常より時間がかかっています。このままお待ちいただかなくても、結果はこの画面でお知らせします。もう一度注文しないでください。")
    }
  }
}
