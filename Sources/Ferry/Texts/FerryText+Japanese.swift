import FerryCore

extension FerryText {
  var japanese: String {
    switch self {
    case .pay(let provider): "\(provider)で支払う"
    case .payHint: "お支払い画面を開きます。ご注文内容をこのアプリで確認してから、請求が確定します。"
    case .payBusy: "お支払いの手続き中です"
    case .title(let status): Self.japaneseTitle(status)
    case .advice(let status): Self.japaneseAdvice(status)
    case .checkAgain: "もう一度確認する"
    case .goOn: "続ける"
    case .cancel: "キャンセル"
    case .close: "閉じる"
    case .tryAgain: "もう一度試す"
    case .reviewTitle: "ご注文内容の確認"
    case .reviewAdvice: "まだ請求は発生していません。"
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
    case .buy(let total): "購入する（\(total.display)）"
    case .cancelAndKeep: "やめてカートに残す"
    case .quantity(let quantity): "数量 \(quantity)"
    case .changed(.address): "お届け先が変わりました。"
    case .changed(.payment): "お支払い方法が変わりました。"
    case .changed(.total): "合計金額が変わりました。"
    case .changed(.other): "ご覧いただいた後に、ご注文内容が変わりました。"
    case .choiceRefusedTitle: "選択された内容ではご注文いただけません"
    case .choiceRefusedAdvice: "選択されたお届け先には配送できません。請求は発生していません。別のお届け先をお選びください。"
    case .orderNumber(let number): "注文番号 \(number)"
    case .amountPaid(let total): "お支払い金額 \(total.display)"
    case .offline: "通信できません。つながり次第、自動で続けます。"
    case .notOurLink: "このリンクは、別の端末で始めたご注文のものです。何も変更されていません。"
    case .unreadableLink: "リンクを読み取れませんでした。ご注文の状況を確認しました。"
    case .cannotKeep: "今はお支払いを始められません。端末のロックを解除してから、もう一度お試しください。"
    case .mayHavePaid:
      "このご注文のお支払いは、すでに完了している可能性があります。確認中ですので、もう一度支払わないでください。「続ける」で状況を確認できます。"
    }
  }

  private static func japaneseTitle(_ status: Status) -> String {
    switch status {
    case .idle: "お支払いの手続きはありません"
    case .starting: "お支払い画面を開いています"
    case .away: "お支払い画面で続けてください"
    case .returning: "お帰りなさい"
    case .checking: "ご注文の状況を確認しています"
    case .reviewing: "ご注文内容の確認"
    case .choiceRefused: "選択された内容ではご注文いただけません"
    case .openingPayment: "お支払い画面を開いています"
    case .confirmingPayment: "お支払いを確認しています"
    case .cancelling: "ご注文をキャンセルしています"
    case .paid: "ご注文ありがとうございます"
    case .declinedMethod, .declinedVerification, .declined, .declinedTimedOut: "お支払いが承認されませんでした"
    case .notStarted: "現在、お支払いを開始できません"
    case .cancelled: "お手続きはキャンセルされました"
    case .notFinished: "ご注文はまだ完了していません"
    case .unconfirmed: "お支払いを確認しています"
    }
  }

  private static func japaneseAdvice(_ status: Status) -> String {
    switch status {
    case .idle: "カートの中身はそのままです。"
    case .starting: "少々お待ちください。まだ請求は発生していません。"
    case .away: "お手続きが終わると、自動でこのアプリに戻ります。"
    case .returning: "少々お待ちください。選択された内容を読み込んでいます。"
    case .checking: "少々お待ちください。現在の状況を問い合わせています。"
    case .reviewing: "まだ請求は発生していません。"
    case .choiceRefused: "選択されたお届け先には配送できません。請求は発生していません。別のお届け先をお選びください。"
    case .openingPayment: "少々お待ちください。まだ請求は発生していません。"
    case .confirmingPayment: "少々お待ちください。もう一度注文しないでください。"
    case .cancelling: "決済サービスに取り消しを依頼しています。まだ注文し直さないでください。"
    case .paid: "お支払いが完了しました。お問い合わせの際は注文番号をお知らせください。"
    case .declinedMethod: "カードをご利用いただけませんでした。請求は発生せず、カートはそのままです。別のカードをお試しください。"
    case .declinedVerification:
      "ご本人の確認ができませんでした。請求は発生せず、カートはそのままです。もう一度試すか、別のカードをご利用ください。"
    case .declined: "請求は発生せず、カートはそのままです。別のお支払い方法を試すか、カード会社にお問い合わせください。"
    case .declinedTimedOut: "時間切れになりました。請求は発生せず、カートはそのままです。もう一度お試しください。"
    case .notStarted: "請求は発生せず、カートはそのままです。しばらくしてからもう一度お試しいただくか、別の方法でお支払いください。"
    case .cancelled: "請求は発生していません。カートはそのままです。"
    case .notFinished: "請求は発生していません。続きから再開するか、最初からやり直せます。"
    case .unconfirmed:
      "通常より時間がかかっています。このままお待ちいただかなくても、結果はこの画面でお知らせします。もう一度注文しないでください。"
    }
  }
}
