import FerryCore
import FerryWeb
import Testing

@Suite("HTML")
struct HTMLTests {
  @Test(
    "Text is escaped for content and for quoted attributes",
    arguments: [
      ("plain", "plain"),
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      (#""><img src=x onerror=alert(1)>"#, "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"),
      ("Tom & 'Jerry'", "Tom &amp; &#39;Jerry&#39;"),
      ("&amp;", "&amp;amp;"),
      ("山田 <太郎>", "山田 &lt;太郎&gt;"),
      ("", ""),
      ("<", "&lt;"),
    ])
  func escapes(text: String, expected: String) {
    let html: HTML = "<p title=\"\(text)\">\(text[...])</p>"
    #expect(html.text == "<p title=\"\(expected)\">\(expected)</p>")
  }

  @Test("HTML, optional HTML and lists of HTML are inserted unchanged")
  func nests() {
    let item: HTML = "<li>\(1)</li>"
    let none: HTML? = nil
    let html: HTML = "<ul>\(item)\(none)\([item, item])\(if: true, "<hr>")\(if: false, "<br>")</ul>"
    #expect(html.text == "<ul><li>1</li><li>1</li><li>1</li><hr></ul>")
  }

  @Test("Amounts are written for people, in their language")
  func amounts() {
    let html: HTML = "<td>\(Money.yen(24_960), .japanese)</td><td>\(Money.yen(24_960), .spanish)</td>"
    #expect(html.text == "<td>¥24,960</td><td>¥\u{A0}24.960</td>")
    let swedish: HTML = "<td>\(Money(minorUnits: 129_900, .sek), .swedish)</td>"
    #expect(swedish.text == "<td>1\u{A0}299,00\u{A0}kr</td>")
  }

  @Test("Data for scripts cannot end the script, and stays equivalent JSON")
  func scriptData() {
    let html: HTML = "<script>f(\(json: ["a": "</script><!--&\u{2028}\u{2029}'\"é"]))</script>"
    #expect(
      html.text
        == #"<script>f({"a":"\u003C/script\u003E\u003C!--\u0026\u2028\u2029'\"é"})</script>"#)
  }

  @Test("Links are escaped like every value")
  func links() {
    let link = Link("/search", query: [("q", "a&b"), ("page", "2")])
    let html: HTML = "<a href=\"\(link)\">x</a>"
    #expect(html.text == "<a href=\"/search?q=a%26b&amp;page=2\">x</a>")
  }

  #if DEBUG
    @Test("A text that is no address stops a debug build")
    func textAsAddress() async {
      await #expect(processExitsWith: .failure) {
        let text = "javascript:alert(1)"
        _ = "<a href=\"\(text)\">x</a>" as HTML
      }
    }
  #else
    @Test("A text that is no address becomes an invalid address")
    func textAsAddress() {
      let text = "javascript:alert(1)"
      for html: HTML in ["<a href=\"\(text)\">", "<img src=\"\(text)\">", "<button formaction=\"\(text)\">"] {
        #expect(!html.text.contains("javascript"))
      }
    }
  #endif
}

@Suite("Headings")
struct HeadingTests {
  @Test(
    "A Japanese heading breaks only at the end of a phrase",
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
