import FerryCore

/// The words of the pages between shop and provider.
enum BuyerPageText {
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
