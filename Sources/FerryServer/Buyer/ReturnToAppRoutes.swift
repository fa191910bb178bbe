import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The return page: the way into the app for browsers in which the link host's link did not open it.
struct ReturnToAppRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/back", use: back)
    let page = LinkPage(base: server.configuration.base)
    router.get(RouterPath(AppReturnLink.path)) { _, _ in page.response }
  }

  /// Of the request it shows nothing but a return link of ours, which leads only into the app that the checkout was created
  /// for. The bound browser is never shown an expired code.
  @Sendable private func back(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let fields = try? request.queryFields(), let link = AppReturnLink(fields),
      let id = CheckoutID(untrusted: link.checkout), let file = try await server.service.file(id),
      let links = server.deepLinks(file, link.code)
    else {
      let page = ReturnToAppPage(language: server.languages.language(of: request), links: nil, isTried: false).page
      return try page.response(from: request, context: context)
    }
    let isTried = fields["tried"] == "1"
    var page = ReturnToAppPage(language: file.checkout.language, links: links, isTried: isTried)
    if let renewed = try await renewed(link, file, request), let links = server.deepLinks(file, renewed.text) {
      page = ReturnToAppPage(
        language: file.checkout.language, links: links, isTried: isTried,
        renewal: file.checkout.phase.isFinal
          ? nil
          : PageRenewal(address: links.returnPage(isTried: isTried), nonce: Nonce(server.service.randomness)))
    }
    return try page.page.response(from: request, context: context)
  }

  /// The code for the bound browser; nil for any other, which sees the code of the address.
  private func renewed(_ link: AppReturnLink, _ file: CheckoutFile, _ request: Request) async throws -> ReturnCode? {
    guard let browser = try? BoundBrowser(server, file, request.headers) else { return nil }
    do {
      return try await browser.renewed(ReturnCode(link))
    } catch is OtherBrowser {
      return nil
    }
  }
}

extension AppReturnLink {
  /// Reads the query by the same rules as an app reads a link.
  fileprivate init?(_ fields: Fields) {
    let names = ["checkout", "code"]
    let query = Link("/ferry/return/", query: names.compactMap { name in fields[name].map { (name, $0) } })
    let host = "https://link.invalid"
    guard case .link(let link) = Self.read(host + query.text, host: host, scheme: nil) else { return nil }
    self = link
  }
}

/// A button into the app, and what to do if the button does not open it.
private struct ReturnToAppPage {
  let language: Language
  /// Nil for an address that cannot be read.
  let links: DeepLinks?
  /// True if the button was tapped and the system did not open the app.
  let isTried: Bool
  /// Nil in other browsers than the bound one, and if the checkout has ended.
  var renewal: PageRenewal?

  var page: Page {
    let words = self.words
    return Page(
      status: links == nil ? .badRequest : .ok, language: language, title: words.title,
      policy: renewal?.policy ?? PagePolicy(), head: renewal?.head ?? .empty,
      body: Message(words.title, [words.advice], actions: actions).html)
  }

  private var actions: HTML {
    guard let button = links?.button else { return .empty }
    return button.button(openApp) + (otherLink?.button(openAppOtherwise, .secondary) ?? .empty)
  }

  /// On Android there is none: the button's link names the app itself.
  private var otherLink: Link? {
    guard isTried, let links, case .ios = links.app.platform else { return nil }
    return links.ownScheme
  }

  private var words: (title: String, advice: String) {
    guard links != nil else {
      return switch language {
      case .english: ("This link cannot be read", "Close this page and open the app. It shows the state of your order.")
      case .japanese: ("このリンクは読み取れません", "このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
      }
    }
    return switch (language, isTried) {
    case (.english, false): ("Back to the app", "Press the button to continue in the app.")
    case (.japanese, false): ("アプリに戻ります", "ボタンを押すと、アプリで続きを行えます。")
    case (.english, true) where otherLink == nil:
      ("Back to the app", "The app did not open. Close this page and open the app. It shows the state of your order.")
    case (.japanese, true) where otherLink == nil:
      ("アプリに戻ります", "アプリが開きませんでした。このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
    case (.english, true):
      (
        "Back to the app",
        "The app did not open. Try the other button, or close this page: the app shows the state of your order."
      )
    case (.japanese, true):
      ("アプリに戻ります", "アプリが開きませんでした。もう一つのボタンをお試しいただくか、このページを閉じてください。ご注文の状況はアプリに表示されます。")
    }
  }

  private var openApp: String {
    switch language {
    case .english: "Open the app"
    case .japanese: "アプリを開く"
    }
  }

  private var openAppOtherwise: String {
    switch language {
    case .english: "Open the app in another way"
    case .japanese: "別の方法でアプリを開く"
    }
  }
}

/// Reloads a page before its code expires, so that it is given a new one. A page that comes back from the browser's memory, or
/// on a device that has slept, reloads too.
struct PageRenewal {
  /// The address of the page itself.
  let address: Link
  let nonce: Nonce

  var policy: PagePolicy { PagePolicy(nonce: nonce) }

  /// For `<head>`. The first line works without scripts.
  var head: HTML {
    let seconds = "\(RoundTrips.codeShownFor.components.seconds)"
    return """
      <meta http-equiv="refresh" content="\(seconds); url=\(address.text)">
      <script nonce="\(nonce)" data-address="\(address.text)" data-seconds="\(seconds)">\(Self.script)</script>

      """
  }

  private static let script = HTML(
    trusted: """
      (() => {
        "use strict";
        const { address, seconds } = document.currentScript.dataset;
        const shown = Date.now();
        const renew = () => { document.body.hidden = true; location.replace(address); };
        addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
        addEventListener("visibilitychange", () => {
          if (!document.hidden && Date.now() - shown >= seconds * 1000) renew();
        });
      })();
      """)
}
