import FerryCore

/// The app's own texts. Texts about a payment come from Ferry.
enum ShopText: CaseIterable {
  case shopName, webShop, webShopDetail, firstGeneration, firstGenerationDetail, nativeShop, nativeShopDetail
  case browser, browserDetail, secureBrowser, ownWebView
  case tracking, trackingDetail, market, cart, shippingFrom
  case deliveryTitle, deliveryIncomplete, pleaseCorrect, toReview, back
  case accounts, accountsDetail, accountsSound, accountsUnsound, noAccounts
  case tryAgain, notReached, refused, locked, notConfigured

  func string(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  private var english: String {
    switch self {
    case .shopName: "Tablets"
    case .webShop: "Shop in a web view"
    case .nativeShop: "Shop in native screens"
    case .webShopDetail: "The shop's own pages, which call the app to pay."
    case .nativeShopDetail: "Cart, review and thanks in the app."
    case .firstGeneration: "Shop with the review outside"
    case .firstGenerationDetail: "First generation: the review is outside, and its button leads back."
    case .tracking: "Ask about tracking"
    case .trackingDetail: "Apart from paying, which does not depend on it."
    case .cart: "Cart"
    case .shippingFrom: "Delivery from"
    case .tryAgain: "Try again"
    case .notReached: "The shop cannot be reached."
    case .refused: "The shop could not take the order."
    case .locked: "Unlock your device and try again."
    case .browser: "Browser for the payment page"
    case .secureBrowser: "Secure browser"
    case .ownWebView: "Web view of the app"
    case .browserDetail:
      "The menu of Swedbank Pay is made for a web view; PlacetoPay allows one; Amazon Pay works in the secure browser only."
    case .market: "Country and currency"
    case .deliveryTitle: "Where shall we deliver?"
    case .deliveryIncomplete: "Please look at the marked fields again."
    case .toReview: "Review the order"
    case .back: "Back to the cart"
    case .pleaseCorrect: "Please correct this field."
    case .accounts: "Accounts at the providers"
    case .accountsDetail: "Asks the server whether its credentials are accepted, and what to mend."
    case .accountsSound: "The providers accept all credentials."
    case .accountsUnsound: "Something has to be mended."
    case .noAccounts: "This server does not show its accounts. Run “ferry doctor” on its machine."
    case .notConfigured: "This app was built without a configuration: choose the scheme Demo or Linked."
    }
  }

  private var japanese: String {
    switch self {
    case .shopName: "タブレット"
    case .webShop: "ウェブビューのショップ"
    case .nativeShop: "ネイティブ画面のショップ"
    case .webShopDetail: "ショップのページから、アプリを呼び出して支払います。"
    case .nativeShopDetail: "カート、確認、完了をアプリの画面で表示します。"
    case .firstGeneration: "確認画面がアプリの外にあるショップ"
    case .firstGenerationDetail: "第一世代。確認画面はブラウザーに表示され、購入ボタンでアプリに戻ります。"
    case .tracking: "トラッキングの許可を求める"
    case .trackingDetail: "お支払いには関係ありません。"
    case .cart: "カート"
    case .shippingFrom: "送料"
    case .tryAgain: "もう一度試す"
    case .notReached: "ショップに接続できません。"
    case .refused: "ご注文を受け付けられませんでした。"
    case .locked: "デバイスのロックを解除して、もう一度お試しください。"
    case .browser: "お支払いページのブラウザー"
    case .secureBrowser: "セキュアブラウザー"
    case .ownWebView: "アプリのウェブビュー"
    case .browserDetail:
      "Swedbank Payのメニューはウェブビュー向けです。PlacetoPayはウェブビューでも使えます。Amazon Payはセキュアブラウザーでのみ使えます。"
    case .market: "国と通貨"
    case .deliveryTitle: "お届け先を入力してください"
    case .deliveryIncomplete: "印の付いた項目をもう一度ご確認ください。"
    case .toReview: "ご注文内容を確認する"
    case .back: "カートに戻る"
    case .pleaseCorrect: "この項目を修正してください。"
    case .accounts: "決済サービスのアカウント"
    case .accountsDetail: "サーバーの認証情報が受け入れられるか、何を直せばよいかを調べます。"
    case .accountsSound: "すべての認証情報が受け入れられています。"
    case .accountsUnsound: "直すべき点があります。"
    case .noAccounts: "このサーバーはアカウントの状態を公開していません。サーバーで「ferry doctor」を実行してください。"
    case .notConfigured: "設定なしでビルドされています。スキーム Demo または Linked を選んでください。"
    }
  }

  private var spanish: String {
    switch self {
    case .shopName: "Tabletas"
    case .webShop: "Tienda en una vista web"
    case .nativeShop: "Tienda en pantallas nativas"
    case .webShopDetail: "Las páginas de la tienda, que llaman a la aplicación para pagar."
    case .nativeShopDetail: "Carrito, revisión y agradecimiento en la aplicación."
    case .firstGeneration: "Tienda con la revisión afuera"
    case .firstGenerationDetail: "Primera generación: la revisión está afuera y su botón trae de vuelta."
    case .tracking: "Preguntar por el rastreo"
    case .trackingDetail: "Aparte del pago, que no depende de ello."
    case .cart: "Carrito"
    case .shippingFrom: "Envío desde"
    case .tryAgain: "Intentar de nuevo"
    case .notReached: "No hay conexión con la tienda."
    case .refused: "La tienda no pudo recibir el pedido."
    case .locked: "Desbloquee su dispositivo e intente de nuevo."
    case .browser: "Navegador de la página de pago"
    case .secureBrowser: "Navegador seguro"
    case .ownWebView: "Vista web de la aplicación"
    case .browserDetail:
      "El menú de Swedbank Pay está hecho para una vista web, y PlacetoPay la permite. Amazon Pay solo funciona en el navegador seguro."
    case .market: "País y moneda"
    case .deliveryTitle: "¿A dónde enviamos su pedido?"
    case .deliveryIncomplete: "Revise de nuevo los campos marcados."
    case .toReview: "Revisar el pedido"
    case .back: "Volver al carrito"
    case .pleaseCorrect: "Corrija este campo."
    case .accounts: "Cuentas en los proveedores"
    case .accountsDetail: "Pregunta al servidor si sus credenciales son aceptadas y qué hay que corregir."
    case .accountsSound: "Los proveedores aceptan todas las credenciales."
    case .accountsUnsound: "Hay algo que corregir."
    case .noAccounts: "Este servidor no muestra sus cuentas. Ejecute «ferry doctor» en su máquina."
    case .notConfigured: "Esta aplicación se compiló sin configuración: elija el esquema Demo o Linked."
    }
  }

  private var swedish: String {
    switch self {
    case .shopName: "Surfplattor"
    case .webShop: "Butik i en webbvy"
    case .nativeShop: "Butik med appens egna skärmar"
    case .webShopDetail: "Butikens egna sidor, som anropar appen för att betala."
    case .nativeShopDetail: "Varukorg, granskning och tack i appen."
    case .firstGeneration: "Butik med granskningen utanför"
    case .firstGenerationDetail: "Första generationen: granskningen är utanför appen och dess knapp leder tillbaka."
    case .tracking: "Fråga om spårning"
    case .trackingDetail: "Skilt från betalningen, som inte beror på det."
    case .cart: "Varukorg"
    case .shippingFrom: "Frakt från"
    case .tryAgain: "Försök igen"
    case .notReached: "Butiken kan inte nås."
    case .refused: "Butiken kunde inte ta emot ordern."
    case .locked: "Lås upp enheten och försök igen."
    case .browser: "Webbläsare för betalsidan"
    case .secureBrowser: "Säker webbläsare"
    case .ownWebView: "Appens webbvy"
    case .browserDetail:
      "Swedbank Pays meny är gjord för en webbvy, och PlacetoPay tillåter en. Amazon Pay fungerar bara i den säkra webbläsaren."
    case .market: "Land och valuta"
    case .deliveryTitle: "Vart ska vi leverera?"
    case .deliveryIncomplete: "Titta igen på de markerade fälten."
    case .toReview: "Granska ordern"
    case .back: "Tillbaka till varukorgen"
    case .pleaseCorrect: "Rätta det här fältet."
    case .accounts: "Konton hos leverantörerna"
    case .accountsDetail: "Frågar servern om dess uppgifter godkänns och vad som behöver rättas."
    case .accountsSound: "Leverantörerna godkänner alla uppgifter."
    case .accountsUnsound: "Något behöver rättas."
    case .noAccounts: "Servern visar inte sina konton. Kör ”ferry doctor” på dess dator."
    case .notConfigured: "Appen byggdes utan konfiguration: välj schemat Demo eller Linked."
    }
  }
}
