import Ferry
import FerryCore

/// The parts that all screens share: the flow, and the client of the shop's backend.
@MainActor
struct Shop {
  let settings: Settings
  let flow: CheckoutFlow
  let client: ShopClient
  let language: Language

  /// - Parameter values: The app's `Info.plist`.
  init?(_ values: [String: Any]) {
    guard let settings = Settings(values) else { return nil }
    self.settings = settings
    language = Settings.language
    client = ShopClient(base: settings.entrance, server: settings.server, language: language)
    flow = CheckoutFlow(
      server: settings.server, app: settings.app, linkHost: settings.linkHost, scheme: settings.scheme)
  }

  var texts: Texts<ShopTexts> { language.shopTexts }

  func browser(_ kind: BrowserKind) -> any SecureBrowser {
    switch kind {
    case .secure: SafariBrowser()
    case .webView: WebViewBrowser(for: flow, language: language)
    }
  }
}

/// The browser for the providers' pages.
enum BrowserKind: Hashable, CaseIterable {
  case secure
  /// A web view of the app. Amazon Pay itself does not work in one; its sandbox does.
  case webView

  func name(_ texts: Texts<ShopTexts>) -> String {
    switch self {
    case .secure: texts.secureBrowser
    case .webView: texts.ownWebView
    }
  }
}
