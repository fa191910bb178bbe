import FerryCore
import FerryWeb

/// The words for a buyer whose browser stands inside another app.
struct EmbeddedBrowserText: Sendable {
  let language: Language
  let system: BrowserAgent.System

  var title: String {
    switch language {
    case .english: "Please open the shop in your browser"
    case .japanese: "ブラウザーで開いてください"
    case .spanish: "Abra la tienda en su navegador"
    case .swedish: "Öppna butiken utanför appen"
    }
  }

  var why: String {
    switch language {
    case .english:
      "You are in a browser inside another app, and the payment page may not work here. This page has charged nothing."
    case .japanese: "別のアプリの中のブラウザーで開かれているため、お支払いページが正しく動かないことがあります。このページで請求は行われていません。"
    case .spanish:
      "Está en un navegador dentro de otra aplicación, y es posible que aquí la página de pago no funcione. Esta página no ha cobrado nada."
    case .swedish:
      "Du är i en webbläsare inuti en annan app, och betalsidan kanske inte fungerar här. Den här sidan har inte dragit några pengar."
    }
  }

  var byMenuAlone: String {
    switch language {
    case .english: "Open the app's menu (often ··· or the share icon) and select “Open in \(browser)”."
    case .japanese: "アプリのメニュー（「···」や共有のマーク）から「\(browser)で開く」を選んでください。"
    case .spanish: "Abra el menú de la aplicación (a menudo ··· o el icono de compartir) y elija “Abrir en \(browser)”."
    case .swedish: "Öppna appens meny (ofta ··· eller delningsikonen) och välj ”Öppna i \(browser)”."
    }
  }

  var byMenu: String {
    switch language {
    case .english: byMenuAlone + " Or copy the shop's address and paste it there."
    case .japanese: byMenuAlone + "または、ショップのアドレスをコピーして貼り付けてください。"
    case .spanish: byMenuAlone + " O copie la dirección de la tienda y péguela allá."
    case .swedish: byMenuAlone + " Eller kopiera butikens adress och klistra in den där."
    }
  }

  private var browser: String {
    switch (system, language) {
    case (.ios, _): "Safari"
    case (.android, _): "Chrome"
    case (.other, .english): "browser"
    case (.other, .japanese): "ブラウザー"
    case (.other, .spanish): "el navegador"
    case (.other, .swedish): "webbläsaren"
    }
  }

  var open: String {
    switch language {
    case .english: "Open in the browser"
    case .japanese: "ブラウザーで開く"
    case .spanish: "Abrir en el navegador"
    case .swedish: "Öppna i webbläsaren"
    }
  }

  var copy: String {
    switch language {
    case .english: "Copy the shop's address"
    case .japanese: "ショップのアドレスをコピー"
    case .spanish: "Copiar la dirección de la tienda"
    case .swedish: "Kopiera butikens adress"
    }
  }

  var copied: String {
    switch language {
    case .english: "Copied."
    case .japanese: "コピーしました。"
    case .spanish: "Copiada."
    case .swedish: "Kopierad."
    }
  }

  var goOn: String {
    switch language {
    case .english: "Continue here"
    case .japanese: "このまま続ける"
    case .spanish: "Continuar aquí"
    case .swedish: "Fortsätt här"
    }
  }
}
