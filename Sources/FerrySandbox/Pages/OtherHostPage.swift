import FerryCore
import FerryWeb
import HTTPTypes

/// The page for a browser that has opened a hosted page at another host than the sandbox's. It would lose the sandbox's cookie
/// at the next redirect, which leads to the host that the sandbox knows.
struct OtherHostPage {
  let language: Language
  /// The host of the request.
  let host: String
  let origin: Origin
  /// The page that was asked for; nil for a form.
  let page: Link?

  var answer: PageAnswer {
    let button = page.map { origin.link($0).button(open) } ?? .empty
    return PageAnswer(
      Page(
        status: .misdirectedRequest, language: language, title: title, policy: PagePolicy(), styles: [.sandboxStyle],
        body: Message(title, [note, advice], actions: button).html))
  }

  private func pick(_ english: String, _ japanese: String) -> String { language == .japanese ? japanese : english }

  private var title: String { pick("This page is at \(origin.host)", "このページは \(origin.host) にあります") }

  private var note: String {
    pick(
      "It was opened at \(host). The sandbox is at \(origin), and its pages work there only.",
      "\(host) で開かれましたが、サンドボックスのアドレスは \(origin) です。ページはそこでのみ動作します。")
  }

  private var advice: String {
    pick(
      "Write \(origin) in the shop's settings, or start the sandbox with --public-url and the address for browsers.",
      "ショップの設定に \(origin) と書くか、ブラウザー用のアドレスを --public-url に指定してサンドボックスを起動してください。")
  }

  private var open: String { pick("Open it there", "そこで開く") }
}

extension ProviderSandbox {
  /// The answer to a request for a hosted page at another host; nil for every other request.
  func answerAtOtherHost(_ request: HTTPRequest) -> SandboxExchange? {
    guard isHostedPage(request), let authority = request.authority,
      let host = Origin("https://\(authority)")?.host, host != origin.host
    else { return nil }
    let asked = Language(acceptLanguage: request.headerFields[.acceptLanguage])
    let page = OtherHostPage(
      language: asked == .japanese ? .japanese : .english, host: host, origin: origin,
      page: request.method == .get ? request.path.flatMap { Link(ownPage: $0) } : nil)
    var exchange = page.answer.exchange(at: state.timekeeper.now)
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)), operation: nil,
      status: exchange.response.status.code, reasonCode: "OtherHost", wasStruck: false)
    record.message = "The page was opened at \(host), and the sandbox is at \(origin)."
    exchange.record = record
    return exchange
  }
}
