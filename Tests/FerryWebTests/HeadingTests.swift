import FerryWeb
import Testing

@Suite("Headings")
struct HeadingTests {
  @Test(
    "A Japanese heading may break where a phrase ends, and nowhere else",
    arguments: [
      ("ご注文内容の確認", "ご注文内容の|確認"),
      ("このままではご注文を受け付けられません", "このままでは|ご注文を|受け付けられません"),
      ("はじめに開いた画面でもう一度お選びください", "はじめに|開いた|画面でもう一度|お選びください"),
      ("ご注文ありがとうございます", "ご注文|ありがとうございます"),
      ("旅のおともに、タブレット", "旅のおともに、タブレット"),
      ("Amazon Payでの選択が終わっていません", "Amazon Payでの|選択が|終わっていません"),
      ("Review your order & more", "Review your order &amp; more"),
      ("", ""),
    ])
  func phrases(text: String, expected: String) {
    #expect(HTML(heading: text).text == expected.replacing("|", with: "<wbr>"))
  }
}
