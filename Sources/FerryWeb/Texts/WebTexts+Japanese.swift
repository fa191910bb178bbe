import FerryCore

extension WebTexts {
  static let japanese = WebTexts(
    languageName: "日本語",
    unreadable: TitledText("内容を読み取れませんでした", "アドレスまたは入力内容に誤りがあります。前の画面に戻って、もう一度お試しください。"),
    refused: TitledText("このページは有効ではなくなりました", "時間がたったか、別のブラウザーで開かれたか、Cookieが無効になっています。前の画面に戻って再読み込みし、もう一度操作してください。"),
    notFound: TitledText("ページが見つかりません", "アドレスが間違っているか、ページが移動した可能性があります。"),
    gone: TitledText("このリンクはご利用いただけません", "このリンクは一度だけ、短い時間だけ有効です。ショップからもう一度お進みください。"),
    tooLarge: TitledText("入力が長すぎます", "内容を短くして、もう一度送信してください。"),
    tooMany: TitledText("少しお待ちください", "短い時間に多くの操作がありました。1分ほど待ってから、もう一度お試しください。"),
    busy: TitledText("ただいま混み合っています", "内容は失われていません。1分ほど待ってから、もう一度お試しください。"),
    failed: TitledText("エラーが発生しました", "もう一度お試しください。お支払いの途中だった場合は、もう一度支払う前にご注文の状態をご確認ください。"), toShop: "ショップへ戻る",
    withoutShop: "続けるには、元のショップまたはアプリにお戻りください。", chargedLater: "発送時に請求")
}
