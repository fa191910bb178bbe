import FerryCore
import FerryWeb

/// The way out of a browser inside another app, where providers' pages do not work. It leads to the shop and not to the
/// provider, because the checkout belongs to the shop's session with this browser.
struct EmbeddedBrowser: Sendable {
  let agent: BrowserAgent
  /// The shop's checkout page; nil if the buyer's shop is not known.
  let shop: Link?

  func message(_ language: Language) -> HTML {
    let words = EmbeddedBrowserText(language: language, system: agent.system)
    let leaving = wayOut?.button(words.open) ?? .empty
    return Message(
      words.title, [words.why, shop == nil ? words.byMenuAlone : words.byMenu],
      actions: """
        \(leaving)\(shop.map { address($0, words) })\
        <button type="button" class="button quiet" id="ferry-go-on">\(words.goOn)</button>
        """
    ).html
  }

  /// A link that the system opens outside of the app; nil if the system has none.
  var wayOut: Link? {
    guard let shop else { return nil }
    if agent.isLine { return Link(shop, query: [("openExternalBrowser", "1")]) }
    return agent.system == .android ? Link(intent: shop, package: nil, fallback: shop) : nil
  }

  private func address(_ shop: Link, _ words: EmbeddedBrowserText) -> HTML {
    """
    <p class="number" id="ferry-address">\(shop.text)</p>\
    <button type="button" class="button secondary" id="ferry-copy" data-done="\(words.copied)">\(words.copy)</button>\
    <p class="fine" id="ferry-copied" role="status"></p>
    """
  }
}

/// The words for a buyer whose browser stands inside another app.
struct EmbeddedBrowserText: Sendable {
  let language: Language
  let system: BrowserAgent.System

  var title: String {
    switch language {
    case .english: "Please open the shop in your browser"
    case .japanese: "ブラウザーで開いてください"
    }
  }

  var why: String {
    switch language {
    case .english:
      "You are in a browser inside another app, and the payment page may not work here. Nothing has been paid."
    case .japanese: "別のアプリの中のブラウザーで開かれているため、お支払いページが正しく動かないことがあります。お支払いは行われていません。"
    }
  }

  var byMenuAlone: String {
    switch language {
    case .english: "Open the app's menu (often ··· or the share icon) and select “Open in \(browser)”."
    case .japanese: "アプリのメニュー（「···」や共有のマーク）から「\(browser)で開く」を選んでください。"
    }
  }

  var byMenu: String {
    switch language {
    case .english: byMenuAlone + " Or copy the shop's address and paste it there."
    case .japanese: byMenuAlone + "または、ショップのアドレスをコピーして貼り付けてください。"
    }
  }

  private var browser: String {
    switch (system, language) {
    case (.ios, _): "Safari"
    case (.android, _): "Chrome"
    case (.other, .english): "browser"
    case (.other, .japanese): "ブラウザー"
    }
  }

  var open: String {
    switch language {
    case .english: "Open in the browser"
    case .japanese: "ブラウザーで開く"
    }
  }

  var copy: String {
    switch language {
    case .english: "Copy the shop's address"
    case .japanese: "ショップのアドレスをコピー"
    }
  }

  var copied: String {
    switch language {
    case .english: "Copied."
    case .japanese: "コピーしました。"
    }
  }

  var goOn: String {
    switch language {
    case .english: "Continue here"
    case .japanese: "このまま続ける"
    }
  }
}
