import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The return page: the way into the app for browsers where the link host's link did not open it.
struct ReturnToAppRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/back") { request, _ in try await back(request) }
    LinkPage(base: server.configuration.base).add(to: router)
  }

  /// Of the request it shows nothing but a return or wake link of ours, which leads only into the app that the checkout was
  /// created for. The bound browser is never shown an expired code.
  private func back(_ request: Request) async throws -> Response {
    let fields = request.readableQuery
    let isTried = fields["tried"] == "1"
    let address = AppReturn(fields)
    guard let id = address?.checkout.flatMap(CheckoutID.init(untrusted:)), let file = try await server.service.file(id),
      let links = server.links.deepLinks(file.checkout, address?.link?.code)
    else {
      // A wake link that is the same for all checkouts, or an address that cannot be read.
      let app = address.map { $0.checkout == nil } ?? false ? fields["app"] : nil
      return ReturnToAppPage(
        language: server.languages.language(of: request), links: app.flatMap { server.links.deepLinks(wakingApp: $0) },
        isTried: isTried
      ).page.response
    }
    let browser = try? BoundBrowser(server, file, request.headers)
    var page = ReturnToAppPage(language: file.checkout.language, links: links, isTried: isTried)
    if let link = address?.link {
      if let code = try await renewed(link, browser), let links = server.links.deepLinks(file.checkout, code.text) {
        page.links = links
        if !file.checkout.phase.isFinal {
          page.renewal = PageRenewal(
            address: links.returnPage(isTried: isTried), nonce: Nonce(server.service.randomness))
        }
      }
    } else if browser != nil, file.isOnPaymentPage {
      // A bank's page leads back by the wake link, and the payment page stands in this browser and not in the app's web view.
      return .seeOther(server.links.paymentPage(id))
    }
    return page.page.response
  }

  /// The code for the bound browser; nil for any other, which sees the code of the address.
  private func renewed(_ link: AppReturnLink, _ browser: BoundBrowser?) async throws -> ReturnCode? {
    do {
      return try await browser?.renewed(ReturnCode(link))
    } catch is OtherBrowser {
      return nil
    }
  }
}

/// A button into the app, and what to do if the button does not open it.
struct ReturnToAppPage {
  let language: Language
  /// Nil for an address that cannot be read.
  var links: DeepLinks?
  /// True if the button was tapped and the system did not open the app.
  let isTried: Bool
  /// Nil in other browsers than the bound one, and if the checkout has ended.
  var renewal: PageRenewal?

  var page: Page {
    let words = self.words
    return Page(
      status: links == nil ? .badRequest : .ok, language: language, title: words.title,
      policy: renewal?.policy ?? PagePolicy(), head: renewal?.head ?? .empty,
      body: Message(words, actions: actions).html)
  }

  private var actions: HTML {
    guard let button = links?.button else { return .empty }
    return button.button(language.buyerTexts.openApp)
      + (otherLink?.button(language.buyerTexts.openAppOtherwise, .secondary) ?? .empty)
  }

  /// On Android there is none: the button's link names the app itself.
  private var otherLink: Link? {
    guard isTried, let links, case .ios = links.app.platform else { return nil }
    return links.ownScheme
  }

  private var words: TitledText {
    guard links != nil else { return language.buyerTexts.unreadableLink }
    guard isTried else { return language.buyerTexts.backByButton }
    return otherLink == nil ? language.buyerTexts.appNotOpened : language.buyerTexts.appNotOpenedTryOther
  }
}

/// Reloads a page before its code expires, so that it is given a new one. A page that comes back from the browser's memory, or
/// on a device that has slept, reloads too.
struct PageRenewal {
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

  private static let script = HTML(embeddedFile: PackageResources.return_to_app_js)
}
