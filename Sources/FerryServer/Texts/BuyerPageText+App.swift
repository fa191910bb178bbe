import FerryCore

/// The words of the way back to the app.
extension BuyerPageText {
  static func unreadableLink(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english: ("This link cannot be read", "Close this page and open the app. It shows the state of your order.")
    case .japanese: ("このリンクは読み取れません", "このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
    case .spanish:
      ("No se puede leer este enlace", "Cierre esta página y abra la aplicación. Ella muestra el estado de su pedido.")
    case .swedish:
      ("Länken kan inte läsas", "Stäng sidan och öppna appen. Den visar hur det går med din order.")
    }
  }

  static func backByButton(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english: ("Back to the app", "Press the button to continue in the app.")
    case .japanese: ("アプリに戻ります", "ボタンを押すと、アプリで続きを行えます。")
    case .spanish: ("Volver a la aplicación", "Pulse el botón para continuar en la aplicación.")
    case .swedish: ("Tillbaka till appen", "Tryck på knappen för att fortsätta i appen.")
    }
  }

  /// The button was tapped, and the system did not open the app.
  static func appNotOpened(hasOtherButton: Bool, _ language: Language) -> (title: String, advice: String) {
    let title = backByButton(language).title
    return switch (language, hasOtherButton) {
    case (.english, false):
      (title, "The app did not open. Close this page and open the app. It shows the state of your order.")
    case (.english, true):
      (title, "The app did not open. Try the other button, or close this page: the app shows the state of your order.")
    case (.japanese, false): (title, "アプリが開きませんでした。このページを閉じて、アプリを開いてください。ご注文の状況はアプリに表示されます。")
    case (.japanese, true):
      (title, "アプリが開きませんでした。もう一つのボタンをお試しいただくか、このページを閉じてください。ご注文の状況はアプリに表示されます。")
    case (.spanish, false):
      (title, "La aplicación no se abrió. Cierre esta página y ábrala. Ella muestra el estado de su pedido.")
    case (.spanish, true):
      (
        title,
        "La aplicación no se abrió. Pruebe el otro botón o cierre esta página: la aplicación muestra el estado de su pedido."
      )
    case (.swedish, false):
      (title, "Appen öppnades inte. Stäng sidan och öppna appen. Den visar hur det går med din order.")
    case (.swedish, true):
      (
        title,
        "Appen öppnades inte. Prova den andra knappen eller stäng sidan: appen visar hur det går med din order."
      )
    }
  }

  static func openApp(_ language: Language) -> String {
    switch language {
    case .english: "Open the app"
    case .japanese: "アプリを開く"
    case .spanish: "Abrir la aplicación"
    case .swedish: "Öppna appen"
    }
  }

  static func openAppOtherwise(_ language: Language) -> String {
    switch language {
    case .english: "Open the app in another way"
    case .japanese: "別の方法でアプリを開く"
    case .spanish: "Abrir la aplicación de otra manera"
    case .swedish: "Öppna appen på ett annat sätt"
    }
  }

  /// For the page of a link host, which loads where the app did not open.
  static func goingBackToApp(_ language: Language) -> String {
    switch language {
    case .english: "Going back to the app. If nothing happens, close this page."
    case .japanese: "アプリに戻ります。戻らないときは、このページを閉じてください。"
    case .spanish: "Volviendo a la aplicación. Si no pasa nada, cierre esta página."
    case .swedish: "Du går tillbaka till appen. Om inget händer, stäng sidan."
    }
  }

  /// For the page that an app's secure browser covers.
  static func inProgress(_ language: Language) -> (title: String, advice: String) {
    switch language {
    case .english: ("Your payment is in progress", "Continue in the window that has opened.")
    case .japanese: ("お支払いの手続き中です", "開いている画面で手続きを続けてください。")
    case .spanish: ("Su pago está en curso", "Continúe en la ventana que se abrió.")
    case .swedish: ("Din betalning pågår", "Fortsätt i fönstret som har öppnats.")
    }
  }
}
