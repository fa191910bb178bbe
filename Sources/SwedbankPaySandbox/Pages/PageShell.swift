import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PageShell {
  init(_ words: PageText, status: HTTPResponse.Status = .ok) {
    self = Sandbox.shell(status)
  }

  /// True for a page in a frame of the shop's page: it has no footer, and the script of the menu.
  var isInMenu: Bool {
    get { script == .menuScript }
    set {
      guard newValue else { return }
      script = .menuScript
      hasFooter = false
    }
  }

  static func notAvailable(_ words: PageText, _ status: HTTPResponse.Status) -> Page {
    PageShell(words, status: status).message(words.notAvailable, words.notAvailableNote)
  }
}

extension Language {
  /// - Parameter culture: The language of an order, such as "sv-SE". All that the pages do not have is shown in English.
  init(culture: String) { self = culture.lowercased().hasPrefix("sv") ? .swedish : .english }

  /// As scripts name it.
  var culture: String { self == .swedish ? "sv-SE" : "en-US" }
}

extension Asset {
  static let paymentStyle = Asset(
    "swedbank-pay-payment", "css", mediaType: "text/css; charset=utf-8",
    content: """
      /* A frame is as high as its content, also when that gets shorter. */
      body:has(#menu) { min-height: 0; }
      .sum { text-align: start; }
      .instruments { display: grid; gap: 8px; }
      .instruments .button { width: 100%; justify-content: flex-start; }

      """)
}
