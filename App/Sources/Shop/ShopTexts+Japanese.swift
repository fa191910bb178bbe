import FerryCore

extension ShopTexts {
  static let japanese = ShopTexts(
    shopName: "タブレット", webShop: "ウェブビューのショップ", nativeShop: "ネイティブ画面のショップ",
    webShopDetail: "ショップのページから、アプリを呼び出して支払います。", nativeShopDetail: "カート、確認、完了をアプリの画面で表示します。",
    firstGeneration: "確認画面がアプリの外にあるショップ", firstGenerationDetail: "第一世代。確認画面はブラウザーに表示され、購入ボタンでアプリに戻ります。",
    tracking: "トラッキングの許可を求める", trackingDetail: "お支払いには関係ありません。", cart: "カート", shippingFrom: "送料", tryAgain: "もう一度試す",
    notReached: "ショップに接続できません。", refused: "ご注文を受け付けられませんでした。", locked: "デバイスのロックを解除して、もう一度お試しください。",
    browser: "お支払いページのブラウザー", secureBrowser: "セキュアブラウザー", ownWebView: "アプリのウェブビュー",
    browserDetail: "Swedbank Payのメニューはウェブビュー向けです。PlacetoPayはウェブビューでも使えます。Amazon Payはセキュアブラウザーでのみ使えます。",
    market: "国と通貨", deliveryTitle: "お届け先を入力してください", deliveryIncomplete: "印の付いた項目をもう一度ご確認ください。",
    toReview: "ご注文内容を確認する", back: "カートに戻る", pleaseCorrect: "この項目を修正してください。", accounts: "決済サービスのアカウント",
    accountsDetail: "サーバーの認証情報が受け入れられるか、何を直せばよいかを調べます。", accountsSound: "すべての認証情報が受け入れられています。",
    accountsUnsound: "直すべき点があります。", noAccounts: "このサーバーはアカウントの状態を公開していません。サーバーで「ferry doctor」を実行してください。",
    notConfigured: "設定なしでビルドされています。スキーム Demo または Linked を選んでください。",

    // Delivery
    name: "名", surname: "姓", email: "メールアドレス", mobile: "携帯電話番号", documentType: "本人確認書類の種類", document: "書類の番号",
    street: "番地・建物名", city: "市区町村", region: "都道府県・州", postalCodeIfAny: "郵便番号（ある場合）", postalCode: "郵便番号")
}
