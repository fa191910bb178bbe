import FerryCore

extension FerryTexts {
  static let japanese = FerryTexts(
    punctuation: Punctuation(space: "", stop: "。", comma: "、"),

    // The pay button
    pay: { "\($0)で支払う" }, payHint: "お支払い画面を開きます。ご注文内容をこのアプリで確認してから、請求が確定します。", payBusy: "お支払いの手続き中です",

    // Buttons
    checkAgain: "もう一度確認する", goOn: "続ける", cancel: "キャンセル", close: "閉じる", tryAgain: "もう一度試す",

    // The review
    deliverTo: "お届け先", paymentMethod: "お支払い方法", items: "商品", subtotal: "小計", shipping: "送料", tax: "消費税",
    taxContained: "内消費税", excise: "個別消費税", exciseContained: "内個別消費税", total: "合計", changeAddress: "お届け先を変更",
    changePayment: "お支払い方法を変更",
    cancelAndKeep: "やめてカートに残す", changedAddress: "お届け先が変わりました。", changedPayment: "お支払い方法が変わりました。",
    changedTotal: "合計金額が変わりました。", changedOther: "ご覧いただいた後に、ご注文内容が変わりました。",
    regionRefused: "ご指定の地域には配送できません", postOfficeBoxRefused: "私書箱には配送できません", packstationRefused: "宅配ロッカーや郵便局留めには配送できません",
    buy: { "購入する（\($0.display(.japanese))）" },
    quantity: { "数量 \($0)" }, orderNumber: { "注文番号 \($0)" }, amountPaid: { "お支払い金額 \($0.display(.japanese))" },

    // The provider's page in a web view
    openInBrowser: "ブラウザーで開く", pageFailed: "ページを読み込めませんでした。通信状況をご確認いただくか、ブラウザーで開いてください。",
    appMissing: "このリンクを開くアプリがありません。別のお支払い方法を選ぶか、アプリをインストールしてください。",
    nothingCameBack: "ほかのアプリからまだ応答がありません。操作を終えたばかりの場合は、そのままお待ちください。先に進まない場合は、もう一度お試しください。",
    goesOnInBrowser: "お支払いの続きはブラウザに表示されています。操作を終えたばかりの場合は、そのままお待ちください。ここでお支払いになる場合は、もう一度お試しください。", waitOn: "待つ",

    // Errors
    cannotKeep: "今はお支払いを始められません。端末のロックを解除してから、もう一度お試しください。",
    mayHavePaid: "このご注文のお支払いは、すでに完了している可能性があります。確認中ですので、もう一度支払わないでください。「続ける」で状況を確認できます。",

    // Statuses
    idle: TitledText("お支払いの手続きはありません", "カートの中身はそのままです。"),
    starting: TitledText("お支払い画面を開いています", "少々お待ちください。まだ請求は発生していません。"),
    away: TitledText("お支払い画面で続けてください", "お手続きが終わると、自動でこのアプリに戻ります。"),
    returning: TitledText("お帰りなさい", "少々お待ちください。選択された内容を読み込んでいます。"),
    checking: TitledText("ご注文の状況を確認しています", "少々お待ちください。現在の状況を問い合わせています。"),
    reviewing: TitledText("ご注文内容の確認", "まだ請求は発生していません。"),
    selectionRefused: TitledText("選択された内容ではご注文いただけません", "選択されたお届け先には配送できません。請求は発生していません。別のお届け先をお選びください。"),
    openingPayment: TitledText("お支払い画面を開いています", "少々お待ちください。まだ請求は発生していません。"),
    confirmingPayment: TitledText("お支払いを確認しています", "少々お待ちください。もう一度注文しないでください。"),
    cancelling: TitledText("ご注文をキャンセルしています", "決済サービスに取り消しを依頼しています。まだ注文し直さないでください。"),
    paid: TitledText("ご注文ありがとうございます", "お支払いが完了しました。お問い合わせの際は注文番号をお知らせください。"),
    declinedMethod: TitledText("お支払いが承認されませんでした", "このお支払い方法はご利用いただけませんでした。請求は発生せず、カートはそのままです。別のお支払い方法をお試しください。"),
    declinedVerification: TitledText("お支払いが承認されませんでした", "ご本人の確認ができませんでした。請求は発生せず、カートはそのままです。もう一度試すか、別のカードをご利用ください。"),
    declined: TitledText("お支払いが承認されませんでした", "請求は発生せず、カートはそのままです。別のお支払い方法を試すか、カード会社にお問い合わせください。"),
    declinedTimedOut: TitledText("お支払いが承認されませんでした", "時間切れになりました。請求は発生せず、カートはそのままです。もう一度お試しください。"),
    notStarted: TitledText("現在、お支払いを開始できません", "請求は発生せず、カートはそのままです。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。"),
    cancelled: TitledText("お手続きはキャンセルされました", "請求は発生していません。カートはそのままです。"),
    nothingToPay: TitledText("お支払いは不要です", "請求は発生していません。ご注文はお支払いなしで完了します。"),
    notFinished: TitledText("ご注文はまだ完了していません", "請求は発生していません。続きから再開するか、最初からやり直せます。"),
    unconfirmed: TitledText("お支払いを確認しています", "通常より時間がかかっています。このままお待ちいただかなくても、結果はこの画面でお知らせします。もう一度注文しないでください。"))
}
