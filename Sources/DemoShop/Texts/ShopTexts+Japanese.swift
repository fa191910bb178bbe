import FerryCore

extension ShopTexts {
  static let japanese = ShopTexts(
    // The frame
    shopName: "みなとストア", cartLink: { $0 == 0 ? "カート" : "カート（\($0)）" }, footer: "みなとストアはデモンストレーションです。商品の販売も請求も行われません。",

    // The cart page
    cartPageTitle: "タブレット – みなとストア", headline: "旅のおともに、タブレット", tagline: { "サイズは二つ。\($0)全国にお届けします。" },
    taglineTaxIncluded: { "サイズは二つ、価格は税込み。\($0)全国にお届けします。" }, smallTablet: "片手で持てる8インチ。長い電車の旅に。",
    largeTablet: "映画もレシピもお絵かきも、10インチの大画面で。", taxIncluded: "税込", taxAdded: "税別", addToCart: "カートに入れる",
    addOneMore: "もう1点追加", inCart: { "カートに\($0)点" }, cart: "カート", cartEmpty: "カートは空です",
    cartEmptyAdvice: "商品を追加すると、ここに表示されます。", fewer: { "\($0)を1点減らす" }, more: { "\($0)を1点増やす" }, remove: { "\($0)を削除" },
    removeShort: "削除", each: { "単価 \($0.display(.japanese))" }, quantity: { "数量 \($0)" }, subtotal: "小計",
    shipping: "送料", shippingFrom: { "送料は\($0.display(.japanese))から。お届け先に応じて、ご購入前に表示します。" }, tax: "消費税", excise: "個別消費税",
    total: "合計", containedTax: { "うち消費税 \($0.display(.japanese))" },
    containedExcise: { "うち個別消費税 \($0.display(.japanese))" }, termsTitle: "利用規約",
    terms: "このショップはデモです。何も購入されず、お支払いもありません。",
    tea: "一番茶の煎茶です。", book: "港町を描いた長編小説（ペーパーバック）。", untaxed: "非課税",
    shippingMayBeFree: "送料はお届け先により異なり、無料の地域もあります。ご購入前に表示します。",
    orderWaiting: { "\($0.display(.japanese))のご注文がお支払い待ちです" },
    orderWaitingAdvice: "お支払いはまだ完了していません。ご注文を開いて、次のお手続きをご確認ください。", seeOrder: "このご注文を見る",
    code: "クーポン・ギフトカード", redeem: "適用する",
    codeUnknown: "このコードは確認できませんでした。入力内容をご確認のうえ、もう一度お試しください。", discounted: "割引後の小計",
    codes: { "お試し用：\($0)で10%割引、\($1)はギフトカードです。" }, coupon: { "クーポン \($0)" }, giftCard: { "ギフトカード \($0)" },
    giftCardPays: { "ギフトカードで合計のうち最大\($0.display(.japanese))をお支払いいただけます。" },
    methods: { "カード、\($0)など" }, otherOptions: { "\($0)のその他のお支払い方法" },
    chargedAfterReview: "ご請求は、ご注文内容をご確認いただいたあとだけです。",
    chargedAfterSelection: { "\($0.joined(separator: "または"))でお届け先とカードを選び、このショップで内容を確認します。請求は「購入する」を押したあとだけです。" },

    // The review page
    reviewTitle: "ご注文内容の確認", reviewAdvice: "まだ請求は行われていません。", deliverTo: "お届け先", paymentMethod: "お支払い方法",
    buyer: "ご購入者", items: "商品", change: "変更", changeAddress: "お届け先を変更", changePayment: "お支払い方法を変更",
    buy: { "購入する・\($0.display(.japanese))" }, buyAdvice: { "「購入する」を押すとご注文が確定し、\($0)の画面を経由します。" },
    buyAtProvider: { "「購入する」を押すと\($0)の画面に進み、そこでお支払いいただきます。" }, cancelCheckout: "中止してカートに戻る",
    reviewChanged: "ご購入の前に、もう一度ご確認ください", changedAddress: "お届け先が変わりました。", changedPayment: "お支払い方法が変わりました。",
    changedTotal: { "合計金額が\($0.display(.japanese))から\($1.display(.japanese))に変わりました。" },
    changedTotalByAddress: { "お届け先の変更により、合計金額が\($0.display(.japanese))から\($1.display(.japanese))に変わりました。" },
    changedOther: "表示のあとでご注文内容が変わりました。", cartChanged: "カートの内容が変更されています",
    cartChangedAdvice:
      "購入手続きを始めたあとに、カートの内容が変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。現在のカートの内容で注文するには、カートに戻り、もう一度購入手続きを行ってください。",
    marketChanged: { "このご注文は「\($0.name(.japanese))」でのお手続きです" },
    marketChangedAdvice: {
      "購入手続きを始めたあとに、国・通貨が「\($0.name(.japanese))」に変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。「\($0.name(.japanese))」で購入するには、カートに戻り、もう一度購入手続きを行ってください。"
    },

    // Selecting at the provider
    selectingTitle: { "\($0)での選択が終わっていません" }, selectingAdvice: { "\($0)でお届け先とお支払い方法を選ぶと、ここでご注文内容を確認できます。" },
    continueAt: { "\($0)に進む" }, undeliverableTitle: "ご指定のお届け先には配送できません",
    undeliverableAdvice: "選択された国・地域へはお届けしておりません。まだ請求は発生していません。",
    regionAdvice: "選択された地域へはお届けしておりません。まだ請求は発生していません。", postOfficeBoxAdvice: "私書箱へはお届けしておりません。まだ請求は発生していません。",
    packstationAdvice: "宅配ロッカーや郵便局留めへはお届けしておりません。まだ請求は発生していません。", selectOtherAddress: "別のお届け先を選ぶ",
    changingTitle: "変更は行われていません", changingAdvice: "別の選択をする前に戻られました。はじめに選ばれた内容はそのまま残っています。", keepSelection: "ご注文内容に戻る",
    checkingTitle: "選択された内容を確認しています", checking: "少しお待ちください。ご注文内容が自動で表示されます。",
    checkingAdvice: { "お届け先とお支払い方法を\($0)に確認しています。もう一度選び直す必要はありません。" },

    // Market and delivery
    markets: "国と通貨", deliveryTitle: "お届け先を入力してください",
    deliveryAdvice: { "次の画面でご注文内容を確認し、\($0)でお支払いいただきます。まだ請求は行われません。" },
    fillInSample: "サンプルの住所を入力する", deliveryIncomplete: "印の付いた項目をもう一度ご確認ください。",
    chooseOne: "お選びください。", fillIn: "ご入力ください。", countryCodeNeeded: { "\($0)では国番号付きの番号が必要です（例：+46 73 900 00 01）。" },
    entryNotAccepted: { "この内容は\($0)でご利用いただけません。ご確認ください。" }, emailForm: "name@example.com の形式で入力してください。",
    mobileForm: "7桁以上の数字で入力してください。先頭に「+」を付けることもできます。", chooseFromList: "一覧から選択してください。",
    tooLong: { "\($0)文字以内で入力してください。" }, toReview: "ご注文内容を確認する", firstName: "名", surname: "姓", email: "メールアドレス",
    mobile: "携帯電話番号", documentType: "本人確認書類の種類", document: "書類の番号", street: "番地・建物名", city: "市区町村", region: "都道府県・州",
    postalCode: "郵便番号", postalCodeIfAny: "郵便番号（ある場合）",

    // On the way to the payment
    openingTitle: "お支払いページを準備しています", opening: "少しお待ちください。このページを閉じないでください。",
    openingAdvice: { "まだ請求は行われていません。\($0)の準備ができると、このページからお支払いに進めます。" }, confirmingTitle: "お支払いを確認しています",
    confirming: "少しお待ちください。このページは自動で切り替わります。",
    confirmingAdvice: { "お支払いの結果を\($0)に確認しています。ページを閉じても確認は続きます。結果はこのページでご確認いただけます。もう一度お支払いにならないでください。" },
    otherOrderAdvice: "このページはそのご注文のもので、現在のカートの内容ではありません。カートの商品を購入するには、先にそのご注文を取り消してください。",
    pendingTitle: "お支払いの確定を待っています", pending: "お支払いの承認結果はまだ出ていません。数分から数日かかることがあります。",
    pendingPageAdvice: { "払込票でのお支払いや、振込の承認が必要な場合は、\($0)の画面でご確認いただけます。" }, checkAgain: "もう一度確認する",
    payingTitle: "お支払いが完了していません", payingAdvice: { "\($0)の画面でお手続きが残っています。まだ請求は行われていません。" },
    payingAtProviderAdvice: { "\($0)の画面でお手続きが残っています。すでにお支払いいただいた場合は、確認でき次第このページに表示されます。" },
    attemptDeclined: { reason, provider in
      switch reason {
      case .paymentMethodRefused: "前回のお支払い方法は承認されませんでした。\(provider)で別のお支払い方法をご利用いただけます。"
      case .verificationFailed: "ご本人の確認ができませんでした。\(provider)でもう一度お試しいただくか、別のカードをご利用ください。"
      case .timedOut: "前回のお支払いは時間内に完了しませんでした。\(provider)でもう一度お試しいただけます。"
      case .refused, .notStarted: "前回のお支払いは承認されませんでした。\(provider)でもう一度お試しいただくか、別のお支払い方法をご利用ください。"
      }
    },
    continuePayment: "お支払いに進む", cancellingTitle: "ご注文を取り消しています",
    cancelling: { "\($0)にお支払いの中止を依頼しています。このページは自動で切り替わります。" }, cancellingPendingTitle: "ご注文はまだ取り消されていません",
    cartWaits:
      "このご注文はまだお支払いが確定する可能性があります。同じ商品を二重にお支払いいただくことのないよう、その商品を含むカートはお支払いいただけません。ほかの商品を今すぐ購入するには、その商品をカートから削除してください。または、ご注文の結果が確定するまでお待ちください。",
    cancellingPending: {
      "お支払いの承認待ちのため、\($0)では現在お支払いを中止できません。払込票をお持ちの場合は、お支払いにならないでください。銀行が承認した場合、ご注文は確定します。承認されなかった場合、ご注文は取り消され、請求は行われません。"
    },

    // Outcomes and problems
    thanksTitle: "ご注文ありがとうございます", thanksAdvice: "お支払いが完了しました。お問い合わせの際は、注文番号をお知らせください。",
    reservedAdvice: "金額は確保されており、発送時に請求いたします。お問い合わせの際は、注文番号をお知らせください。",
    releasedAdvice: "請求は行われていません。確保した金額は解放されました。お問い合わせの際は、注文番号をお知らせください。",
    refundedAdvice: "返金いたしました。お問い合わせの際は、注文番号をお知らせください。",
    disputedAdvice: "お支払いに異議申し立てがあるため、発送を停止しています。お問い合わせの際は、注文番号をお知らせください。",
    nothingToPay: "ご注文が完了しました。お支払いは不要です。お問い合わせの際は、注文番号をお知らせください。", orderNumber: "注文番号", amountPaid: "お支払い金額",
    amountReserved: "確保した金額", authorizationCode: "承認番号", timeline: "処理の経過を見る",
    timelineAdvice: "運用画面が開きます。デモの起動時に表示されたキーでサインインしてください。", keepShopping: "ショップに戻る",
    notStartedTitle: "現在、お支払いを開始できません", declinedTitle: "お支払いが承認されませんでした",
    declinedAdvice: { reason in
      switch reason {
      case .paymentMethodRefused: "お支払い方法が承認されませんでした。請求は行われておらず、カートはそのまま残っています。別のお支払い方法をお試しください。"
      case .verificationFailed: "ご本人の確認ができませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しいただくか、別のカードをご利用ください。"
      case .timedOut: "時間内に完了しませんでした。請求は行われておらず、カートはそのまま残っています。もう一度お試しください。"
      case .notStarted: "請求は行われておらず、カートはそのまま残っています。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。"
      case .refused, nil: "請求は行われておらず、カートはそのまま残っています。別のお支払い方法でお試しいただくか、カード会社にお問い合わせください。"
      }
    },
    payAnotherWay: "別の方法で支払う", backToCart: "カートに戻る", cancelledTitle: "購入手続きを中止しました",
    cancelledAdvice: "請求は行われていません。カートはそのまま残っています。", expiredTitle: "購入手続きの有効期限が切れました",
    expiredAdvice: "請求は行われていません。カートは残っていますので、いつでも最初からお手続きいただけます。", heldTitle: "お支払いを確認中です",
    heldAdvice: "お支払いについて担当者の確認が必要です。お客様の操作は必要ありません。もう一度支払わずに、ショップからのご連絡をお待ちください。",
    moneyReserved: {
      "まだ請求は行われていませんが、カードのご利用枠が\($0.display(.japanese))分確保されています。確認を進めていますので、しばらくしてからこのページをもう一度ご覧ください。カートはそのまま残っています。"
    },
    moneyReturning: { "\($0.display(.japanese))の請求が発生しましたが、返金の手続きを進めています。カートはそのまま残っています。" },
    moneyReturned: { "請求された\($0.display(.japanese))は返金済みです。カートはそのまま残っています。" },

    // Problems
    unreachableTitle: "ただいま購入手続きに接続できません", unreachableAdvice: "請求は行われておらず、カートはそのまま残っています。1分ほど待ってから、もう一度お試しください。",
    unknownTitle: "購入手続きの状態を確認できませんでした", unknownAdvice: "ご注文が受け付けられたかどうか、まだ確認できていません。もう一度注文せずに、状態をご確認ください。",
    busyTitle: "少しお待ちください", busyAdvice: "ただいま混み合っています。カートはそのまま残っています。しばらく待ってから、もう一度お試しください。",
    refusedTitle: "このままではご注文を受け付けられません", refusedAdvice: "請求は行われていません。カートに戻って内容を確認し、もう一度お試しください。", tryAgain: "もう一度試す",
    seeCheckout: "状態を確認する")
}
