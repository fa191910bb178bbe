import FerryCore

extension BuyerTexts {
  static let japanese = BuyerTexts(
    // The way to the payment page
    toPaymentPage: "お支払いページへ", openingPaymentPage: "お支払いページを開いています。少々お待ちください。",
    pressToContinue: "ボタンを押すと、お支払いページが開きます。", continueButton: "続ける",
    spent: TitledText("このお支払いページは使用済みです", "ショップまたはアプリに戻ってください。お支払いが完了していない場合は、いったんキャンセルして、もう一度お支払いください。"),
    scriptNeeded: TitledText(
      "JavaScriptを有効にしてください", "このページで請求は行われていません。このサイトでJavaScriptを有効にしてから、ショップまたはアプリに戻って、もう一度お試しください。"),
    formNotShown: TitledText("お支払いフォームを表示できません", "もう一度お試しいただくか、お戻りください。すでにお支払い済みの場合、そのお支払いは有効で、二重に請求されることはありません。"),
    cancelPayment: "キャンセルして戻る", tryAgain: "もう一度試す", backToShop: "ショップへ戻る", closeToGoBack: "このページを閉じると、アプリに戻ります。",

    // Troubles
    linkStale: TitledText("このリンクはご利用いただけません", "お支払いページへのリンクは一度だけ、2分間有効です。ショップに戻り、もう一度ボタンを押してください。"),
    startedElsewhere: TitledText("はじめに開いた画面でお続けください", "このお支払いは別のブラウザーまたはアプリで開始されています。こちらでは何も変わっていません。開始した画面でお続けください。"),
    offline: TitledText("接続できませんでした", "このページで請求は行われていません。通信状況をご確認のうえ、ショップに戻ってもう一度お試しください。"),
    busy: TitledText("少しお待ちください", "このページで請求は行われていません。1分ほど待ってから、ショップに戻ってもう一度お試しください。"),
    notOpened: TitledText("お支払いページを開けませんでした", "このページで請求は行われていません。ショップに戻ってもう一度お試しください。"),
    returned: TitledText("このページを閉じてください", "ご注文の状況はアプリに表示されます。"),

    // Buttons in the shop
    payWith: { "\($0)でお支払い" }, testPayment: "テスト決済",

    // Another browser than the bound one
    cookiesBlocked: TitledText(
      "Cookieを有効にしてください",
      "このブラウザーには、お支払いに必要なCookieが保存されていません。このページで請求は行われていません。このサイトのCookieを許可してから、ショップまたはアプリに戻り、もう一度お試しください。別のブラウザーで開始された場合は、そちらでお続けください。"
    ),
    selectionDiscarded: TitledText(
      "はじめに開いた画面でもう一度お選びください",
      "このお手続きは別のブラウザーで開始されているため、こちらで選択した内容は使用されません。お支払いは行われておらず、カートの内容もそのままです。はじめに開いたブラウザーに戻り、もう一度お選びください。"),
    selectionDiscardedInApp: TitledText(
      "アプリにお戻りください", "このお手続きはアプリで開始されているため、このブラウザーで選択した内容は使用されません。お支払いは行われておらず、カートの内容もそのままです。アプリに戻り、もう一度お選びください。"),
    paymentChecked: TitledText("はじめに開いた画面でお続けください", "このお手続きは別のブラウザーで開始されています。お支払いの状況は、はじめに開いたブラウザーに表示されます。"),
    paymentCheckedInApp: TitledText("アプリにお戻りください", "このお手続きはアプリで開始されています。このページを閉じて、アプリにお戻りください。お支払いの状況はアプリに表示されます。"),

    // A browser inside another app
    embeddedBrowser: TitledText("ブラウザーで開いてください", "別のアプリの中のブラウザーで開かれているため、お支払いページが正しく動かないことがあります。このページで請求は行われていません。"),
    openByMenu: { "アプリのメニュー（「···」や共有のマーク）から「\($0)で開く」を選んでください。" }, orCopyAddress: "または、ショップのアドレスをコピーして貼り付けてください。",
    anyBrowser: "ブラウザー", openInBrowser: "ブラウザーで開く", copyAddress: "ショップのアドレスをコピー", copied: "コピーしました。",
    continueHere: "このまま続ける",

    // The way back to the app
    unreadableLink: TitledText("このリンクは読み取れません", "このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。"),
    backByButton: TitledText("アプリに戻ります", "ボタンを押すと、アプリで続きを行えます。"),
    appNotOpened: TitledText("アプリに戻ります", "アプリが開きませんでした。このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。"),
    appNotOpenedTryOther: TitledText("アプリに戻ります", "アプリが開きませんでした。もう一つのボタンをお試しいただくか、このページを閉じてください。ご注文の状況はアプリに表示されます。"),
    openApp: "アプリを開く", openAppOtherwise: "別の方法でアプリを開く", goingBackToApp: "アプリに戻ります。戻らないときは、このページを閉じてください。",
    inProgress: TitledText("お支払いの手続き中です", "開いている画面で手続きを続けてください。"),

    // The review
    reviewTitle: "ご注文内容の確認", deliverTo: "お届け先", payment: "お支払い方法", items: "ご注文商品", changeAddress: "お届け先を変更",
    changePayment: "お支払い方法を変更", subtotal: "小計", shipping: "送料", total: "合計",
    tax: { tax, isIncluded in
      let name = tax.kind == .excise ? "個別消費税" : "消費税"
      return "\(isIncluded ? "うち" : "")\(name)\(tax.percent.display(.japanese))（税抜\(tax.base.display(.japanese))）"
    },
    purchaseAdvice: "アプリに戻り、お支払いに進みます。", backToApp: "アプリに戻る", loadingSelection: "ご選択の内容を確認しています。少々お待ちください。",
    selectAnother: "別のお届け先をお選びください。",
    countryNotServed: "この国にはお届けできません", regionNotServed: "ご指定の地域にはお届けできません",
    postOfficeBoxNotServed: "私書箱にはお届けできません", packstationNotServed: "宅配ロッカーや郵便局留めにはお届けできません",
    purchase: { "購入する・\($0.display(.japanese))" },
    changedTotal: { "合計金額が\($0.display(.japanese))から\($1.display(.japanese))に変わりました。" })
}
