import FerryCore

/// The words of the pages between shop and provider.
enum BuyerPageText {
  /// The reasons for which a buyer cannot continue. The raw values are names of parts of the page.
  enum Trouble: String, CaseIterable {
    /// The ticket is spent, too old, or missing.
    case stale
    /// The checkout is bound to another browser.
    case elsewhere
    case offline
    /// Too many requests.
    case busy
    case failed
    /// The buyer came back to the page by Back or by reloading, beside an app.
    case returned

    func words(_ language: Language) -> (title: String, advice: String) {
      switch (self, language) {
      case (.stale, .english):
        (
          "This link no longer works",
          "Links to the payment page work once and for two minutes. Go back to the shop and press its button again."
        )
      case (.stale, .japanese): ("このリンクはご利用いただけません", "お支払いページへのリンクは一度だけ、2分間有効です。ショップに戻り、もう一度ボタンを押してください。")
      case (.elsewhere, .english):
        (
          "Please continue where you started",
          "This payment was started in another browser or app. Nothing has changed here; continue there."
        )
      case (.elsewhere, .japanese):
        ("はじめに開いた画面でお続けください", "このお支払いは別のブラウザーまたはアプリで開始されています。こちらでは何も変わっていません。開始した画面でお続けください。")
      case (.offline, .english):
        (
          "There is no connection",
          "Nothing has been paid. Check your connection, then go back to the shop and try again."
        )
      case (.offline, .japanese): ("接続できませんでした", "お支払いは行われていません。通信状況をご確認のうえ、ショップに戻ってもう一度お試しください。")
      case (.busy, .english):
        ("One moment, please", "Nothing has been paid. Wait a minute, then go back to the shop and try again.")
      case (.busy, .japanese): ("少しお待ちください", "お支払いは行われていません。1分ほど待ってから、ショップに戻ってもう一度お試しください。")
      case (.failed, .english):
        ("The payment page could not be opened", "Nothing has been paid. Go back to the shop and try again.")
      case (.failed, .japanese): ("お支払いページを開けませんでした", "お支払いは行われていません。ショップに戻ってもう一度お試しください。")
      case (.returned, .english): ("You can close this page", "The app shows the state of your order.")
      case (.returned, .japanese): ("このページを閉じてください", "ご注文の状況はアプリに表示されます。")
      }
    }
  }

  /// The words for a return in another browser than the bound one.
  static func otherBrowser(
    _ meaning: UnboundReturn.Meaning, isInApp: Bool, _ language: Language
  ) -> (title: String, advice: String) {
    switch (meaning, isInApp, language) {
    case (.none, _, _): Trouble.elsewhere.words(language)
    case (.selectionDiscarded, true, .english):
      (
        "Please go back to the app",
        "This payment was started in the app, so your selection in this browser is not used. Nothing has been paid, and your "
          + "cart has not changed: go back to the app and select again there."
      )
    case (.selectionDiscarded, true, .japanese):
      (
        "アプリにお戻りください",
        "このお手続きはアプリで開始されているため、このブラウザーで選択した内容は使用されません。お支払いは行われておらず、カートの内容もそのままです。アプリに戻り、もう一度お選びください。"
      )
    case (.selectionDiscarded, false, .english):
      (
        "Please select again where you started",
        "This payment was started in another browser, so your selection in this one is not used. Nothing has been paid, and "
          + "your cart has not changed: go back to the browser where you started and select again there."
      )
    case (.selectionDiscarded, false, .japanese):
      (
        "はじめに開いた画面でもう一度お選びください",
        "このお手続きは別のブラウザーで開始されているため、こちらで選択した内容は使用されません。お支払いは行われておらず、カートの内容もそのままです。はじめに開いたブラウザーに戻り、もう一度お選びください。"
      )
    case (.paymentChecked, true, .english):
      (
        "Please go back to the app",
        "This payment was started in the app. The app shows the state of your payment; close this page and go back there."
      )
    case (.paymentChecked, true, .japanese):
      ("アプリにお戻りください", "このお手続きはアプリで開始されています。このページを閉じて、アプリにお戻りください。お支払いの状況はアプリに表示されます。")
    case (.paymentChecked, false, .english):
      (
        "Please continue where you started",
        "This payment was started in another browser. That browser shows the state of your payment; go back there."
      )
    case (.paymentChecked, false, .japanese):
      ("はじめに開いた画面でお続けください", "このお手続きは別のブラウザーで開始されています。お支払いの状況は、はじめに開いたブラウザーに表示されます。")
    }
  }

  /// The words for a next action that the buyer has used up.
  static func spent(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english:
      ("This payment page has been used", "Go back to the shop or the app and start the payment again.")
    case .japanese: ("このお支払いページは使用済みです", "ショップまたはアプリに戻り、もう一度お支払いを開始してください。")
    }
  }

  static func pressToContinue(_ language: Language) -> (advice: String, button: String) {
    switch language {
    case .english: ("Press the button to open the payment page.", "Continue")
    case .japanese: ("ボタンを押すと、お支払いページが開きます。", "続ける")
    }
  }

  static func title(_ language: Language) -> String {
    switch language {
    case .english: "To the payment page"
    case .japanese: "お支払いページへ"
    }
  }

  static func working(_ language: Language) -> String {
    switch language {
    case .english: "One moment. The payment page is opening."
    case .japanese: "お支払いページを開いています。少々お待ちください。"
    }
  }

  static func scriptNeeded(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english:
      (
        "This page needs JavaScript",
        "Nothing has been paid. Allow JavaScript for this site, then go back to the shop or the app and try again."
      )
    case .japanese:
      (
        "JavaScriptを有効にしてください",
        "お支払いは行われていません。このサイトでJavaScriptを有効にしてから、ショップまたはアプリに戻って、もう一度お試しください。"
      )
    }
  }

  static func backToApp(_ language: Language) -> String {
    switch language {
    case .english: "Close this page to go back to the app."
    case .japanese: "このページを閉じると、アプリに戻ります。"
    }
  }

  static func backToShop(_ language: Language) -> String {
    switch language {
    case .english: "Back to the shop"
    case .japanese: "ショップへ戻る"
    }
  }
}
