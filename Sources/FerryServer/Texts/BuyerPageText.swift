import FerryCore

/// The words of the pages between shop and provider.
enum BuyerPageText {
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

  /// The words for a next action that the buyer has used up.
  static func spent(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english:
      (
        "This payment page has been used",
        "Go back to the shop or the app. If your payment is not finished there, cancel it and pay again."
      )
    case .japanese:
      (
        "このお支払いページは使用済みです",
        "ショップまたはアプリに戻ってください。お支払いが完了していない場合は、いったんキャンセルして、もう一度お支払いください。"
      )
    case .spanish:
      (
        "Esta página de pago ya se usó",
        "Vuelva a la tienda o a la aplicación. Si allí el pago no está terminado, cancélelo y pague de nuevo."
      )
    case .swedish:
      (
        "Betalsidan är redan använd",
        "Gå tillbaka till butiken eller appen. Om betalningen inte är klar där, avbryt den och betala igen."
      )
    }
  }

  static func pressToContinue(_ language: Language) -> (advice: String, button: String) {
    switch language {
    case .english: ("Press the button to open the payment page.", "Continue")
    case .japanese: ("ボタンを押すと、お支払いページが開きます。", "続ける")
    case .spanish: ("Pulse el botón para abrir la página de pago.", "Continuar")
    case .swedish: ("Tryck på knappen för att öppna betalsidan.", "Fortsätt")
    }
  }

  static func title(_ language: Language) -> String {
    switch language {
    case .english: "To the payment page"
    case .japanese: "お支払いページへ"
    case .spanish: "A la página de pago"
    case .swedish: "Till betalsidan"
    }
  }

  static func working(_ language: Language) -> String {
    switch language {
    case .english: "One moment. The payment page is opening."
    case .japanese: "お支払いページを開いています。少々お待ちください。"
    case .spanish: "Un momento. Estamos abriendo la página de pago."
    case .swedish: "Ett ögonblick. Betalsidan öppnas."
    }
  }

  static func scriptNeeded(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english:
      (
        "This page needs JavaScript",
        "This page has charged nothing. Allow JavaScript for this site, then go back to the shop or the app and try again."
      )
    case .japanese:
      (
        "JavaScriptを有効にしてください",
        "このページで請求は行われていません。このサイトでJavaScriptを有効にしてから、ショップまたはアプリに戻って、もう一度お試しください。"
      )
    case .spanish:
      (
        "Esta página necesita JavaScript",
        "Esta página no ha cobrado nada. Permita JavaScript para este sitio, vuelva a la tienda o a la aplicación e intente de nuevo."
      )
    case .swedish:
      (
        "Sidan kräver JavaScript",
        "Den här sidan har inte dragit några pengar. Tillåt JavaScript för webbplatsen, gå tillbaka till butiken eller appen och försök igen."
      )
    }
  }

  static func backToApp(_ language: Language) -> String {
    switch language {
    case .english: "Close this page to go back to the app."
    case .japanese: "このページを閉じると、アプリに戻ります。"
    case .spanish: "Cierre esta página para volver a la aplicación."
    case .swedish: "Stäng sidan för att gå tillbaka till appen."
    }
  }

  /// Cancels the payment beside a payment form of ours.
  static func cancelPayment(_ language: Language) -> String {
    switch language {
    case .english: "Cancel and go back"
    case .japanese: "キャンセルして戻る"
    case .spanish: "Cancelar y volver"
    case .swedish: "Avbryt och gå tillbaka"
    }
  }

  /// A payment form that the provider's script cannot draw or go on with. The buyer may have paid before.
  static func formNotShown(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english:
      (
        "The payment form cannot be shown",
        "Try again, or go back. If you have already paid, the payment counts and is not repeated."
      )
    case .japanese:
      ("お支払いフォームを表示できません", "もう一度お試しいただくか、お戻りください。すでにお支払い済みの場合、そのお支払いは有効で、二重に請求されることはありません。")
    case .spanish:
      (
        "No se puede mostrar el formulario de pago",
        "Intente de nuevo o vuelva atrás. Si ya ha pagado, el pago es válido y no se repite."
      )
    case .swedish:
      (
        "Betalformuläret kan inte visas",
        "Försök igen eller gå tillbaka. Om du redan har betalat gäller betalningen och görs inte om."
      )
    }
  }

  static func loadAgain(_ language: Language) -> String {
    switch language {
    case .english: "Try again"
    case .japanese: "もう一度試す"
    case .spanish: "Intentar de nuevo"
    case .swedish: "Försök igen"
    }
  }

  static func backToShop(_ language: Language) -> String {
    switch language {
    case .english: "Back to the shop"
    case .japanese: "ショップへ戻る"
    case .spanish: "Volver a la tienda"
    case .swedish: "Tillbaka till butiken"
    }
  }

  // Buttons in the shop

  static func pay(with provider: String, _ language: Language) -> String {
    switch language {
    case .english: "Pay with \(provider)"
    case .japanese: "\(provider)でお支払い"
    case .spanish: "Pagar con \(provider)"
    case .swedish: "Betala med \(provider)"
    }
  }

  static func testPayment(_ language: Language) -> String {
    switch language {
    case .english: "Test payment"
    case .japanese: "テスト決済"
    case .spanish: "Pago de prueba"
    case .swedish: "Testbetalning"
    }
  }
}
