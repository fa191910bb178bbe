import FerryCore

/// The words for buyers who cannot continue.
extension BuyerPageText {
  /// The reasons for which a buyer cannot continue. The raw values are names of parts of the page. The words claim nothing
  /// about the payment: the buyer may have paid at the provider before they opened the page again.
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
      case (.stale, .spanish):
        (
          "Este enlace ya no funciona",
          "Los enlaces a la página de pago funcionan una sola vez y durante dos minutos. Vuelva a la tienda y pulse de nuevo el botón."
        )
      case (.stale, .swedish):
        (
          "Länken fungerar inte längre",
          "Länkar till betalsidan fungerar en gång och i två minuter. Gå tillbaka till butiken och tryck på knappen igen."
        )
      case (.elsewhere, .english):
        (
          "Please continue where you started",
          "This payment was started in another browser or app. Nothing has changed here; continue there."
        )
      case (.elsewhere, .japanese):
        ("はじめに開いた画面でお続けください", "このお支払いは別のブラウザーまたはアプリで開始されています。こちらでは何も変わっていません。開始した画面でお続けください。")
      case (.elsewhere, .spanish):
        (
          "Continúe donde comenzó",
          "Este pago se inició en otro navegador o en otra aplicación. Aquí no ha cambiado nada; continúe allá."
        )
      case (.elsewhere, .swedish):
        (
          "Fortsätt där du började",
          "Betalningen startades i en annan webbläsare eller app. Inget har ändrats här; fortsätt där."
        )
      case (.offline, .english):
        (
          "There is no connection",
          "This page has charged nothing. Check your connection, then go back to the shop and try again."
        )
      case (.offline, .japanese): ("接続できませんでした", "このページで請求は行われていません。通信状況をご確認のうえ、ショップに戻ってもう一度お試しください。")
      case (.offline, .spanish):
        (
          "No hay conexión",
          "Esta página no ha cobrado nada. Revise su conexión, vuelva a la tienda e intente de nuevo."
        )
      case (.offline, .swedish):
        (
          "Ingen anslutning",
          "Den här sidan har inte dragit några pengar. Kontrollera anslutningen, gå tillbaka till butiken och försök igen."
        )
      case (.busy, .english):
        ("One moment, please", "This page has charged nothing. Wait a minute, then go back to the shop and try again.")
      case (.busy, .japanese): ("少しお待ちください", "このページで請求は行われていません。1分ほど待ってから、ショップに戻ってもう一度お試しください。")
      case (.busy, .spanish):
        (
          "Un momento, por favor",
          "Esta página no ha cobrado nada. Espere un minuto, vuelva a la tienda e intente de nuevo."
        )
      case (.busy, .swedish):
        (
          "Ett ögonblick",
          "Den här sidan har inte dragit några pengar. Vänta en minut, gå tillbaka till butiken och försök igen."
        )
      case (.failed, .english):
        ("The payment page could not be opened", "This page has charged nothing. Go back to the shop and try again.")
      case (.failed, .japanese): ("お支払いページを開けませんでした", "このページで請求は行われていません。ショップに戻ってもう一度お試しください。")
      case (.failed, .spanish):
        ("No se pudo abrir la página de pago", "Esta página no ha cobrado nada. Vuelva a la tienda e intente de nuevo.")
      case (.failed, .swedish):
        (
          "Betalsidan kunde inte öppnas",
          "Den här sidan har inte dragit några pengar. Gå tillbaka till butiken och försök igen."
        )
      case (.returned, .english): ("You can close this page", "The app shows the state of your order.")
      case (.returned, .japanese): ("このページを閉じてください", "ご注文の状況はアプリに表示されます。")
      case (.returned, .spanish): ("Puede cerrar esta página", "La aplicación muestra el estado de su pedido.")
      case (.returned, .swedish): ("Du kan stänga sidan", "Appen visar hur det går med din order.")
      }
    }
  }

  /// The words for a return in another browser than the bound one.
  static func otherBrowser(
    _ meaning: UnboundReturn.Meaning, isInApp: Bool, _ language: Language
  ) -> (title: String, advice: String) {
    switch (meaning, isInApp, language) {
    case (.none, _, _): Trouble.elsewhere.words(language)
    case (.cookiesBlocked, _, .english):
      (
        "Please allow cookies",
        "This browser has not kept the cookie of this payment. This page has charged nothing. Allow cookies for this site, then "
          + "go back to the shop or the app and try again. If you started in another browser, continue there."
      )
    case (.cookiesBlocked, _, .japanese):
      (
        "Cookieを有効にしてください",
        "このブラウザーには、お支払いに必要なCookieが保存されていません。このページで請求は行われていません。このサイトのCookieを許可してから、ショップまたはアプリに戻り、もう一度お試しください。別のブラウザーで開始された場合は、そちらでお続けください。"
      )
    case (.cookiesBlocked, _, .spanish):
      (
        "Permita las cookies",
        "Este navegador no guardó la cookie de este pago. Esta página no ha cobrado nada. Permita las cookies de este sitio, "
          + "vuelva a la tienda o a la aplicación e intente de nuevo. Si comenzó en otro navegador, continúe allá."
      )
    case (.cookiesBlocked, _, .swedish):
      (
        "Tillåt cookies",
        "Webbläsaren har inte sparat betalningens cookie. Den här sidan har inte dragit några pengar. Tillåt cookies för "
          + "webbplatsen, gå tillbaka till butiken eller appen och försök igen. Om du började i en annan webbläsare, fortsätt där."
      )
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
    case (.selectionDiscarded, true, .spanish):
      (
        "Vuelva a la aplicación",
        "Este pago se inició en la aplicación; por eso, lo que eligió en este navegador no se usa. No se pagó nada y su carrito "
          + "no ha cambiado: vuelva a la aplicación y elija de nuevo allá."
      )
    case (.selectionDiscarded, true, .swedish):
      (
        "Gå tillbaka till appen",
        "Betalningen startades i appen, så det du har valt i den här webbläsaren används inte. Inget har betalats och varukorgen "
          + "är oförändrad: gå tillbaka till appen och välj igen där."
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
    case (.selectionDiscarded, false, .spanish):
      (
        "Elija de nuevo donde comenzó",
        "Este pago se inició en otro navegador; por eso, lo que eligió en este no se usa. No se pagó nada y su carrito no ha "
          + "cambiado: vuelva al navegador donde comenzó y elija de nuevo allá."
      )
    case (.selectionDiscarded, false, .swedish):
      (
        "Välj igen där du började",
        "Betalningen startades i en annan webbläsare, så det du har valt i den här används inte. Inget har betalats och "
          + "varukorgen är oförändrad: gå tillbaka till webbläsaren där du började och välj igen där."
      )
    case (.paymentChecked, true, .english):
      (
        "Please go back to the app",
        "This payment was started in the app. The app shows the state of your payment; close this page and go back there."
      )
    case (.paymentChecked, true, .japanese):
      ("アプリにお戻りください", "このお手続きはアプリで開始されています。このページを閉じて、アプリにお戻りください。お支払いの状況はアプリに表示されます。")
    case (.paymentChecked, true, .spanish):
      (
        "Vuelva a la aplicación",
        "Este pago se inició en la aplicación. Ella muestra el estado de su pago; cierre esta página y vuelva allá."
      )
    case (.paymentChecked, true, .swedish):
      (
        "Gå tillbaka till appen",
        "Betalningen startades i appen. Appen visar hur det går med betalningen; stäng sidan och gå tillbaka dit."
      )
    case (.paymentChecked, false, .english):
      (
        "Please continue where you started",
        "This payment was started in another browser. That browser shows the state of your payment; go back there."
      )
    case (.paymentChecked, false, .japanese):
      ("はじめに開いた画面でお続けください", "このお手続きは別のブラウザーで開始されています。お支払いの状況は、はじめに開いたブラウザーに表示されます。")
    case (.paymentChecked, false, .spanish):
      (
        "Continúe donde comenzó",
        "Este pago se inició en otro navegador. Ese navegador muestra el estado de su pago; vuelva allá."
      )
    case (.paymentChecked, false, .swedish):
      (
        "Fortsätt där du började",
        "Betalningen startades i en annan webbläsare. Den visar hur det går med betalningen; gå tillbaka dit."
      )
    }
  }
}
