import FerryCore
import FerryWeb
import HTTPTypes

extension ProviderSandbox {
  /// The answer to a request for a hosted page at another host; nil for every other request. A browser at another host would
  /// lose the sandbox's cookie at the next redirect, which leads to the host that the sandbox knows.
  func answerAtOtherHost(_ request: HTTPRequest) -> SandboxExchange? {
    guard isHostedPage(request), let authority = request.authority,
      let host = Origin("https://\(authority)")?.host, host != origin.host
    else { return nil }
    let title = "This page is at \(origin.host)"
    let page = request.method == .get ? request.path.flatMap { Link(ownPage: $0) } : nil
    let message = Message(
      title,
      [
        "It was opened at \(host). The sandbox is at \(origin), and its pages work there only.",
        "Write \(origin) in the shop's settings, or start the sandbox with --public-url and the address for browsers.",
      ], actions: page.map { origin.link($0).button("Open it there") } ?? .empty)
    let answer = PageAnswer(
      Page(
        status: .misdirectedRequest, language: .english, title: title, policy: PagePolicy(), styles: [.sandboxStyle],
        body: message.html))
    var exchange = answer.exchange(at: state.timekeeper.now)
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)), operation: nil,
      status: exchange.response.status.code, reasonCode: "OtherHost", wasStruck: false)
    record.message = "The page was opened at \(host), and the sandbox is at \(origin)."
    exchange.record = record
    return exchange
  }
}
