import FerryCore

/// The app's own texts. Texts about a payment come from Ferry.
enum ShopText: CaseIterable {
  case shopName, webShop, webShopDetail, firstGeneration, firstGenerationDetail, nativeShop, nativeShopDetail
  case tracking, trackingDetail, cart, shippingFrom
  case tryAgain, notReached, refused, locked, notConfigured

  func string(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
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
    case .notConfigured: "Esta aplicación se compiló sin configuración: elija el esquema Demo o Linked."
    }
  }
}
