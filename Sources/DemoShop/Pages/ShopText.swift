import FerryCore

/// A text of the shop's pages in all its languages. `provider` is the provider's name for buyers.
struct ShopText: Sendable {
  private let english: String
  private let japanese: String
  private let spanish: String
  private let swedish: String

  init(_ english: String, _ japanese: String, _ spanish: String, _ swedish: String) {
    self.english = english
    self.japanese = japanese
    self.spanish = spanish
    self.swedish = swedish
  }

  func callAsFunction(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  // The frame

  static let shopName = Self("Minato Store", "みなとストア", "Minato Store", "Minato Store")
  static func cartLink(_ count: Int) -> Self {
    count == 0
      ? Self("Cart", "カート", "Carrito", "Varukorg")
      : Self("Cart (\(count))", "カート（\(count)）", "Carrito (\(count))", "Varukorg (\(count))")
  }
  static let footer = Self(
    "Minato Store is a demonstration. Nothing is sold and nobody is charged.", "みなとストアはデモンストレーションです。商品の販売も請求も行われません。",
    "Minato Store es una demostración. No se vende nada y no se le cobra a nadie.",
    "Minato Store är en demonstration. Inget säljs och ingen debiteras.")

  // The cart page

  static let cartPageTitle = Self(
    "Tablets – Minato Store", "タブレット – みなとストア", "Tabletas – Minato Store", "Surfplattor – Minato Store")
  static let headline = Self(
    "Tablets for the way there", "旅のおともに、タブレット", "Tabletas para el camino", "Surfplattor för resan")
  static func tagline(_ country: String, taxIncluded: Bool) -> Self {
    taxIncluded
      ? Self(
        "Two sizes, one price each, tax included. Delivery: \(country).",
        "サイズは二つ、価格は税込み。\(country)全国にお届けします。",
        "Dos tamaños, un precio cada uno, impuesto incluido. Con envío a cualquier lugar de \(country).",
        "Två storlekar med varsitt pris, moms ingår. Leverans i hela \(country).")
      : Self(
        "Two sizes, one price each. Delivery: \(country).", "サイズは二つ。\(country)全国にお届けします。",
        "Dos tamaños, un precio cada uno. Con envío a cualquier lugar de \(country).",
        "Två storlekar med varsitt pris. Leverans i hela \(country).")
  }
  static func description(sku: String) -> Self {
    switch sku {
    case "fire-hd8":
      Self(
        "8 inches, for one hand and a long train ride.", "片手で持てる8インチ。長い電車の旅に。",
        "8 pulgadas, para una sola mano y un viaje largo.", "8 tum, för en hand och en lång tågresa.")
    case "fire-hd10":
      Self(
        "10 inches, for films, recipes and drawing.", "映画もレシピもお絵かきも、10インチの大画面で。",
        "10 pulgadas, para películas, recetas y dibujos.", "10 tum, för film, recept och teckning.")
    default: Self("", "", "", "")
    }
  }
  static func tax(included: Bool) -> Self {
    included
      ? Self("tax included", "税込", "impuesto incluido", "moms ingår")
      : Self("plus tax", "税別", "más impuesto", "plus skatt")
  }
  static let addToCart = Self("Add to cart", "カートに入れる", "Agregar al carrito", "Lägg i varukorgen")
  static let addOneMore = Self("Add another", "もう1点追加", "Agregar otra", "Lägg till en till")
  static func inCart(_ quantity: Int) -> Self {
    Self("\(quantity) in cart", "カートに\(quantity)点", "\(quantity) en el carrito", "\(quantity) i varukorgen")
  }
  static let cart = Self("Your cart", "カート", "Su carrito", "Din varukorg")
  static let cartEmpty = Self("Your cart is empty", "カートは空です", "Su carrito está vacío", "Varukorgen är tom")
  static let cartEmptyAdvice = Self(
    "Add a tablet, and it will wait here for you.", "商品を追加すると、ここに表示されます。",
    "Agregue una tableta y la verá aquí.", "Lägg till en surfplatta så visas den här.")
  static func fewer(_ name: String) -> Self {
    Self("One \(name) less", "\(name)を1点減らす", "Quitar una \(name)", "En \(name) mindre")
  }
  static func more(_ name: String) -> Self {
    Self("One \(name) more", "\(name)を1点増やす", "Agregar una \(name)", "En \(name) till")
  }
  static func remove(_ name: String) -> Self {
    Self("Remove \(name)", "\(name)を削除", "Eliminar \(name)", "Ta bort \(name)")
  }
  static let removeShort = Self("Remove", "削除", "Eliminar", "Ta bort")
  static func each(_ price: Money) -> Self {
    Self(
      "\(price.display(.english)) each", "単価 \(price.display(.japanese))", "\(price.display(.spanish)) cada una",
      "\(price.display(.swedish)) per styck")
  }
  static func quantity(_ quantity: Int) -> Self {
    Self("Quantity \(quantity)", "数量 \(quantity)", "Cantidad: \(quantity)", "Antal \(quantity)")
  }
  static let subtotal = Self("Subtotal", "小計", "Subtotal", "Delsumma")
  static let shipping = Self("Shipping", "送料", "Envío", "Frakt")
  static func shippingFrom(_ price: Money) -> Self {
    Self(
      "Shipping from \(price.display(.english)), by address, shown before you buy.",
      "送料は\(price.display(.japanese))から。お届け先に応じて、ご購入前に表示します。",
      "Envío desde \(price.display(.spanish)), según la dirección; se muestra antes de comprar.",
      "Frakt från \(price.display(.swedish)), beroende på adress. Visas innan du köper.")
  }
  static let tax = Self("Tax", "消費税", "Impuesto", "Moms")
  static let total = Self("Total", "合計", "Total", "Totalt")
  static func containedTax(_ tax: Money) -> Self {
    Self(
      "Includes \(tax.display(.english)) tax", "うち消費税 \(tax.display(.japanese))",
      "Incluye \(tax.display(.spanish)) de impuesto", "Varav moms \(tax.display(.swedish))")
  }
  static let termsTitle = Self("Terms of service", "利用規約", "Condiciones", "Köpvillkor")
  static let terms = Self(
    "This shop is a demonstration. You buy nothing, you pay nothing, and you may return all of it.",
    "このショップはデモです。何も購入されず、お支払いもありません。", "Esta tienda es una demostración. No compra ni paga nada.",
    "Butiken är en demonstration. Du köper ingenting och betalar ingenting.")
  static func methods(_ names: [String]) -> Self {
    let names = names.joined(separator: ", ")
    return Self("Card, \(names) …", "カード、\(names)など", "Tarjeta, \(names)…", "Kort, \(names) …")
  }
  static func otherOptions(_ provider: String) -> Self {
    Self(
      "Other ways to pay by \(provider)", "\(provider)のその他のお支払い方法", "Otras formas de pagar con \(provider)",
      "Andra sätt att betala med \(provider)")
  }
  static func paidSafely(selectingAt names: [String]) -> Self {
    names.isEmpty
      ? Self(
        "You are charged only after you have reviewed your order.", "ご請求は、ご注文内容をご確認いただいたあとだけです。",
        "Solo se le cobra después de que usted revise su pedido.",
        "Inga pengar dras förrän du har granskat din order.")
      : Self(
        "Choose address and card at \(names.joined(separator: " or ")), then review everything here. You are charged only after you press Buy.",
        "\(names.joined(separator: "または"))でお届け先とカードを選び、このショップで内容を確認します。請求は「購入する」を押したあとだけです。",
        "Elija dirección y tarjeta en \(names.joined(separator: " o ")) y revise todo aquí. Solo se le cobra después de pulsar Comprar.",
        "Välj adress och kort hos \(names.joined(separator: " eller ")) och granska sedan allt här. Inga pengar dras förrän du trycker på Köp."
      )
  }

  // The review page

  static let reviewTitle = Self("Review your order", "ご注文内容の確認", "Revise su pedido", "Granska din order")
  static let reviewAdvice = Self(
    "Nothing has been charged yet.", "まだ請求は行われていません。", "Todavía no se ha cobrado nada.", "Inga pengar har dragits än.")
  static let deliverTo = Self("Deliver to", "お届け先", "Enviar a", "Leverans till")
  static let paymentMethod = Self("Payment", "お支払い方法", "Pago", "Betalning")
  static let buyer = Self("Buyer", "ご購入者", "Comprador", "Köpare")
  static let items = Self("Items", "商品", "Productos", "Varor")
  static let change = Self("Change", "変更", "Cambiar", "Ändra")
  static let changeAddress = Self("Change address", "お届け先を変更", "Cambiar la dirección", "Ändra adress")
  static let changePayment = Self("Change payment method", "お支払い方法を変更", "Cambiar el medio de pago", "Ändra betalsätt")
  static func buy(_ total: Money) -> Self {
    Self(
      "Buy now · \(total.display(.english))", "購入する・\(total.display(.japanese))",
      "Comprar ahora · \(total.display(.spanish))", "Köp nu · \(total.display(.swedish))")
  }
  static func buyAdvice(_ provider: String) -> Self {
    Self(
      "Pressing Buy places the order and takes you to \(provider) for a moment.",
      "「購入する」を押すとご注文が確定し、\(provider)の画面を経由します。",
      "Al pulsar Comprar se hace el pedido y usted pasa un momento a \(provider).",
      "När du trycker på Köp läggs ordern och du skickas en kort stund till \(provider).")
  }
  static func buyAtProvider(_ provider: String) -> Self {
    Self(
      "Pressing Buy takes you to \(provider), where you pay.", "「購入する」を押すと\(provider)の画面に進み、そこでお支払いいただきます。",
      "Al pulsar Comprar usted pasa a \(provider), donde paga.",
      "När du trycker på Köp kommer du till \(provider), där du betalar.")
  }
  static let cancelCheckout = Self(
    "Cancel and keep the cart", "中止してカートに戻る", "Cancelar y conservar el carrito", "Avbryt och behåll varukorgen")
  static let reviewChanged = Self(
    "Please look again before you buy", "ご購入の前に、もう一度ご確認ください", "Revise de nuevo antes de comprar",
    "Titta igen innan du köper")
  static let changedAddress = Self(
    "The delivery address has changed.", "お届け先が変わりました。", "La dirección de envío cambió.",
    "Leveransadressen har ändrats.")
  static let changedPayment = Self(
    "The payment method has changed.", "お支払い方法が変わりました。", "El medio de pago cambió.", "Betalsättet har ändrats.")
  static func changedTotal(from: Money, to: Money, byAddress: Bool) -> Self {
    byAddress
      ? Self(
        "The total has changed from \(from.display(.english)) to \(to.display(.english)) because of the new delivery address.",
        "お届け先の変更により、合計金額が\(from.display(.japanese))から\(to.display(.japanese))に変わりました。",
        "El total cambió de \(from.display(.spanish)) a \(to.display(.spanish)) por la nueva dirección de envío.",
        "Totalsumman har ändrats från \(from.display(.swedish)) till \(to.display(.swedish)) på grund av den nya leveransadressen."
      )
      : Self(
        "The total has changed from \(from.display(.english)) to \(to.display(.english)).",
        "合計金額が\(from.display(.japanese))から\(to.display(.japanese))に変わりました。",
        "El total cambió de \(from.display(.spanish)) a \(to.display(.spanish)).",
        "Totalsumman har ändrats från \(from.display(.swedish)) till \(to.display(.swedish)).")
  }
  static let changedOther = Self(
    "The order has changed since this page was shown.", "表示のあとでご注文内容が変わりました。",
    "El pedido cambió después de mostrarse esta página.", "Ordern har ändrats sedan sidan visades.")
  static let cartChanged = Self(
    "Your cart is not the same any more", "カートの内容が変更されています", "Su carrito ya no es el mismo", "Varukorgen har ändrats")
  static let cartChangedAdvice = Self(
    "You changed the cart after you began to check out. Buy orders what this page shows. To order what is in the cart now, go back to the cart and check out again.",
    "購入手続きを始めたあとに、カートの内容が変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。現在のカートの内容で注文するには、カートに戻り、もう一度購入手続きを行ってください。",
    "Usted cambió el carrito después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para pedir lo que hay ahora en el carrito, vuelva al carrito y comience la compra de nuevo.",
    "Du ändrade varukorgen efter att du gick till kassan. Med Köp beställer du det som sidan visar. För att beställa det som ligger i varukorgen nu, gå tillbaka till varukorgen och gå till kassan igen."
  )

  static func marketChanged(_ order: Catalogue) -> Self {
    Self(
      "This order is for \(order.name(.english))", "このご注文は「\(order.name(.japanese))」でのお手続きです",
      "Este pedido es para \(order.name(.spanish))", "Den här ordern gäller \(order.name(.swedish))")
  }
  static func marketChangedAdvice(_ current: Catalogue) -> Self {
    Self(
      "You have chosen \(current.name(.english)) since you began to check out. Buy orders what this page shows. To use \(current.name(.english)), go back to the cart and check out again.",
      "購入手続きを始めたあとに、国・通貨が「\(current.name(.japanese))」に変更されました。「購入する」を押すと、この画面に表示されている内容で注文されます。「\(current.name(.japanese))」で購入するには、カートに戻り、もう一度購入手続きを行ってください。",
      "Usted eligió \(current.name(.spanish)) después de comenzar la compra. Con Comprar se pide lo que muestra esta página. Para comprar con \(current.name(.spanish)), vuelva al carrito y comience la compra de nuevo.",
      "Du har valt \(current.name(.swedish)) efter att du gick till kassan. Med Köp beställer du det som sidan visar. För att köpa med \(current.name(.swedish)), gå tillbaka till varukorgen och gå till kassan igen."
    )
  }

  // Selecting at the provider

  static func selectingTitle(_ provider: String) -> Self {
    Self(
      "You are not done at \(provider) yet", "\(provider)での選択が終わっていません", "Todavía no ha terminado en \(provider)",
      "Du är inte klar hos \(provider) än")
  }
  static func selectingAdvice(_ provider: String) -> Self {
    Self(
      "Choose an address and a payment method there, then come back here to review your order.",
      "\(provider)でお届け先とお支払い方法を選ぶと、ここでご注文内容を確認できます。",
      "Elija allá una dirección y un medio de pago, y vuelva aquí para revisar su pedido.",
      "Välj adress och betalsätt där och kom sedan tillbaka hit för att granska din order.")
  }
  static func continueAt(_ provider: String) -> Self {
    Self("Continue at \(provider)", "\(provider)に進む", "Continuar en \(provider)", "Fortsätt hos \(provider)")
  }
  static let undeliverableTitle = Self(
    "We do not deliver there", "ご指定のお届け先には配送できません", "No hacemos envíos a ese lugar", "Vi levererar inte dit")
  static let undeliverableAdvice = Self(
    "The address you chose is in a country we do not deliver to. Nothing has been charged.",
    "選択された国・地域へはお届けしておりません。まだ請求は発生していません。",
    "La dirección que eligió está en un país al que no hacemos envíos. No se ha cobrado nada.",
    "Adressen du valde ligger i ett land som vi inte levererar till. Inga pengar har dragits.")
  static let selectOtherAddress = Self(
    "Choose another address", "別のお届け先を選ぶ", "Elegir otra dirección", "Välj en annan adress")
  static let changingTitle = Self("Nothing has been changed", "変更は行われていません", "No se cambió nada", "Inget har ändrats")
  static let changingAdvice = Self(
    "You came back before choosing anything else. What you chose first still stands.",
    "別の選択をする前に戻られました。はじめに選ばれた内容はそのまま残っています。", "Volvió antes de elegir otra cosa. Lo que eligió primero sigue vigente.",
    "Du kom tillbaka utan att välja något annat. Det du valde först gäller fortfarande.")
  static let keepSelection = Self(
    "Back to your order", "ご注文内容に戻る", "Volver a su pedido", "Tillbaka till din order")
  static let checkingTitle = Self(
    "We are fetching what you chose", "選択された内容を確認しています", "Estamos cargando lo que eligió", "Vi hämtar det du har valt")
  static let checking = Self(
    "One moment. Your order appears here by itself.", "少しお待ちください。ご注文内容が自動で表示されます。",
    "Un momento. Su pedido aparece aquí sin que usted haga nada.",
    "Ett ögonblick. Din order visas här automatiskt.")
  static func checkingAdvice(_ provider: String) -> Self {
    Self(
      "We are asking \(provider) for your address and payment method. You do not have to choose again.",
      "お届け先とお支払い方法を\(provider)に確認しています。もう一度選び直す必要はありません。",
      "Le estamos pidiendo a \(provider) su dirección y su medio de pago. No tiene que elegir de nuevo.",
      "Vi hämtar din adress och ditt betalsätt från \(provider). Du behöver inte välja igen.")
  }
}
