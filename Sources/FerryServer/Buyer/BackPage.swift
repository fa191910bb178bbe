import FerryCore
import FerryWeb
import HTTPTypes

/// The return page: a button into the app, and what to do if that does not help.
struct BackPage {
  let language: Language
  /// Nil for an address that cannot be read.
  let way: WayBack?
  /// The button was tapped, and the system did not give its link to the app.
  let isTried: Bool
  /// Nil in a browser that is not the bound one, and once the checkout has ended.
  var renewal: PageRenewal?

  var page: Page {
    let words =
      way == nil ? BackText.unreadable(language) : BackText.words(language, isTried: isTried, hasOther: otherWay != nil)
    return Page(
      status: way == nil ? .badRequest : .ok, language: language, title: words.title,
      policy: renewal?.policy ?? PagePolicy(), head: renewal?.head ?? .empty,
      body: Message(words.title, [words.advice], actions: actions).html)
  }

  private var actions: HTML {
    guard let way, let button = way.button else { return .empty }
    let link = button.button(BackText.toApp(language))
    return link + (otherWay?.button(BackText.otherWay(language), .secondary) ?? .empty)
  }

  /// On Android there is none: the button names the app itself.
  private var otherWay: Link? {
    guard isTried, let way, case .ios = way.app.platform else { return nil }
    return way.ownScheme
  }
}

/// The words of the return page.
enum BackText {
  /// - Parameter hasOther: Whether there is another button.
  static func words(_ language: Language, isTried: Bool, hasOther: Bool) -> (title: String, advice: String) {
    switch (language, isTried) {
    case (.english, false): ("Back to the app", "Press the button to go on in the app.")
    case (.japanese, false): ("アプリに戻ります", "ボタンを押すと、アプリで続きを行えます。")
    case (.english, true) where !hasOther:
      ("Back to the app", "The app did not open. Close this page and open the app: it knows how your order stands.")
    case (.japanese, true) where !hasOther:
      ("アプリに戻ります", "アプリが開きませんでした。このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
    case (.english, true):
      (
        "Back to the app",
        "The app did not open. Try the other button, or close this page: the app knows how your order stands."
      )
    case (.japanese, true):
      ("アプリに戻ります", "アプリが開きませんでした。もう一つのボタンをお試しいただくか、このページを閉じてください。ご注文の状況はアプリに表示されます。")
    }
  }

  static func unreadable(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english: ("This link cannot be read", "Close this page and open the app: it knows how your order stands.")
    case .japanese: ("このリンクは読み取れません", "このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
    }
  }

  static func toApp(_ language: Language) -> String {
    switch language {
    case .english: "Open the app"
    case .japanese: "アプリを開く"
    }
  }

  static func otherWay(_ language: Language) -> String {
    switch language {
    case .english: "Open the app in another way"
    case .japanese: "別の方法でアプリを開く"
    }
  }
}
