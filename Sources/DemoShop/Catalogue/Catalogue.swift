public import FerryCore
public import FerryWeb

/// A country that the shop sells in, with the accounts that its buyers pay with.
public struct ShopMarket: Sendable {
  public let market: Market
  /// The shop's accounts, each with the provider's id and the account's name at Ferry: "amazon-pay/main".
  public let accounts: [String]
  /// The buttons to pay besides a provider's usual one, by its id.
  public let options: [String: [PaymentOption]]

  public init(_ market: Market, accounts: [String], options: [String: [PaymentOption]] = [:]) {
    self.market = market
    self.accounts = accounts
    self.options = options
  }

  /// Joins the markets of one country. They share the prices of the first.
  public static func list(of markets: [ShopMarket]) -> [ShopMarket] {
    markets.reduce(into: []) { list, one in
      guard let index = list.firstIndex(where: { $0.market.country == one.market.country }) else {
        list.append(one)
        return
      }
      let first = list[index]
      list[index] = ShopMarket(
        first.market, accounts: first.accounts + one.accounts,
        options: first.options.merging(one.options) { $0 + $1 })
    }
  }

  /// One small tablet in the country's usual currency, for buyers without a browser.
  public var sampleOrder: OrderContent {
    let catalogue = Catalogue(self, market.prices[0])
    return OrderContent(
      currency: catalogue.currency, lines: [catalogue.products[0].line(1)], tax: market.tax,
      shipping: catalogue.shipping)
  }

  var catalogues: [Catalogue] { market.prices.map { Catalogue(self, $0) } }
}

/// The shop in one country and one currency. Prices always come from here, never from a page.
struct Catalogue: Sendable {
  let market: Market
  /// The accounts that its buyers pay with: see `ShopMarket.accounts`.
  private let accounts: [String]
  let products: [Product]
  let shipping: ShippingRule
  /// The amount of a gift card: half a small tablet.
  let giftCard: Money
  /// The names of payment methods besides cards.
  let methods: [String]
  let currency: Currency
  private let options: [String: [PaymentOption]]

  init(_ shop: ShopMarket, _ prices: Market.PriceList) {
    market = shop.market
    accounts = shop.accounts
    products =
      [
        Product(.small, price: prices.small, drawing: .smallTablet),
        Product(.large, price: prices.large, drawing: .largeTablet),
      ] + [prices.special].compactMap(\.self).map { Product($0) }
    giftCard = Money(minorUnits: prices.small.minorUnits / 2, prices.currency)
    shipping = prices.shipping
    methods = prices.methods
    currency = prices.currency
    options = shop.options.mapValues { $0.filter { $0.isOffered(in: prices.currency) } }
  }

  /// Country and currency: "CO-USD".
  var id: String { "\(market.country)-\(currency)" }

  /// Country and currency for buyers: "Colombia · USD".
  func name(_ language: Language) -> String { "\(market.name[language]) · \(currency)" }

  func product(sku: String) -> Product? { products.first { $0.sku == sku } }

  /// True if buyers in the country pay with the account.
  func offers(_ account: ProviderBody) -> Bool { accounts.contains(account.payButton.formValue) }

  /// The buttons to pay besides a provider's usual one.
  func options(at provider: String) -> [PaymentOption] { options[provider] ?? [] }

  /// Nil for the provider's usual button.
  func option(of button: PayButton) -> PaymentOption? {
    options(at: button.account.provider).first { $0.id == button.option }
  }

  /// The buttons that buyers pay by.
  func buttons(of provider: ProviderBody) -> [PayButton] {
    [provider.payButton]
      + options(at: provider.id).map { PayButton(account: provider.payButton.account, option: $0.id) }
  }

  var lowestShipping: Money { shipping.prices.min { $0.minorUnits < $1.minorUnits } ?? shipping.standard }

  /// A cart as an order at Ferry, without products that are no longer sold.
  /// - Parameter language: The buyer's, for the names of a coupon and a gift card.
  /// - Throws: `MoneyError` when the amounts do not fit.
  func content(of cart: Cart, shipping: ShippingRule, _ language: Language) throws(MoneyError) -> OrderContent {
    let priced = try PricedCart(cart, self)
    return OrderContent(
      currency: currency, lines: priced.lines.map { $0.product.line($0.quantity) }, tax: market.tax, shipping: shipping,
      discounts: priced.discount.map { [NamedAmount(language.shopTexts.coupon(ShopCode.coupon.rawValue), $0)] },
      paidOtherwise: priced.giftCard.map {
        [NamedAmount(language.shopTexts.giftCard(ShopCode.giftCard.rawValue), $0)]
      })
  }
}

struct Product: Sendable {
  struct Article: Sendable {
    let sku: String
    let name: String
  }

  /// The shop's article number, which carts and orders hold.
  let sku: String
  let name: String
  let price: Money
  /// Nil for the country's usual tax.
  let tax: PartTax?
  let drawing: HTML

  init(_ article: Article, price: Money, tax: PartTax? = nil, drawing: HTML) {
    sku = article.sku
    name = article.name
    self.price = price
    self.tax = tax
    self.drawing = drawing
  }

  init(_ special: Market.Article) {
    switch special.kind {
    case .tea: self.init(.tea, price: special.price, tax: special.tax, drawing: .tea)
    case .book: self.init(.book, price: special.price, tax: special.tax, drawing: .book)
    }
  }

  func description(_ texts: Texts<ShopTexts>) -> String {
    switch sku {
    case Article.small.sku: texts.smallTablet
    case Article.large.sku: texts.largeTablet
    case Article.tea.sku: texts.tea
    default: texts.book
    }
  }

  func line(_ quantity: Int) -> OrderLine {
    OrderLine(sku: sku, name: name, quantity: quantity, unitPrice: price, tax: tax)
  }
}

extension Product.Article {
  static let small = Self(sku: "fire-hd8", name: "Fire HD8")
  static let large = Self(sku: "fire-hd10", name: "Fire HD10")
  static let tea = Self(sku: "sencha", name: "Sencha 100 g")
  static let book = Self(sku: "paper-boats", name: "Paper Boats")
}

/// Pictures of products, hidden from screen readers: the product's name is beside them.
extension HTML {
  fileprivate static let smallTablet: HTML = """
    <svg viewBox="0 0 104 160" width="104" height="160" aria-hidden="true" focusable="false">\
    <rect x="2" y="2" width="100" height="156" rx="11" fill="#2b3238"/>\
    <rect x="3.5" y="3.5" width="97" height="153" rx="9.5" fill="none" stroke="#59656e"/>\
    <rect x="10" y="14" width="84" height="132" rx="2" fill="#cfe6ec"/>\
    <circle cx="70" cy="42" r="12" fill="#f6c667"/>\
    <path d="M10 82l22-20 16 13 20-24 26 27v10H10z" fill="#7fb0bd"/>\
    <path d="M10 86h84v58a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2z" fill="#1f6f8b"/>\
    <path d="M30 104h44l-7 13H38z" fill="#f7f3ea"/><path d="M40 95h22v9H40z" fill="#e7765a"/>\
    <path d="M18 127q7-5 14 0t14 0 14 0 14 0 14 0" fill="none" stroke="#8ccbdc" stroke-width="2.5" \
    stroke-linecap="round"/>\
    <circle cx="52" cy="8.5" r="1.6" fill="#7b8790"/></svg>
    """

  fileprivate static let largeTablet: HTML = """
    <svg viewBox="0 0 208 140" width="208" height="140" aria-hidden="true" focusable="false">\
    <rect x="2" y="2" width="204" height="136" rx="11" fill="#2b3238"/>\
    <rect x="3.5" y="3.5" width="201" height="133" rx="9.5" fill="none" stroke="#59656e"/>\
    <rect x="13" y="11" width="182" height="118" rx="2" fill="#fbe3c8"/>\
    <circle cx="138" cy="58" r="21" fill="#e7765a"/>\
    <path d="M13 96l44-46 26 26 21-20 40 36 24-18 27 22v31a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2z" fill="#5f8f8b"/>\
    <path d="M13 108q30-18 62-8t62 0 58-6v33a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2z" fill="#2d5f63"/>\
    <path d="M57 50l10 10-8 3-6-3-6 2z" fill="#f7f3ea"/>\
    <path d="M40 118h34M92 113h52" fill="none" stroke="#8fbab5" stroke-width="2.5" stroke-linecap="round"/>\
    <circle cx="104" cy="6.5" r="1.6" fill="#7b8790"/></svg>
    """

  fileprivate static let tea: HTML = """
    <svg viewBox="0 0 120 140" width="120" height="140" aria-hidden="true" focusable="false">\
    <rect x="22" y="30" width="76" height="106" rx="8" fill="#2d5f4c"/>\
    <rect x="18" y="8" width="84" height="26" rx="6" fill="#24493b"/><rect x="34" y="58" width="52" height="56" rx="4" fill="#f7f3ea"/>\
    <path d="M60 106V74q-18 2-16 20 10 2 16-6 6 8 16 6 2-18-16-20" fill="#7fae6a" stroke="#2d5f4c" stroke-width="2"/></svg>
    """

  fileprivate static let book: HTML = """
    <svg viewBox="0 0 110 140" width="110" height="140" aria-hidden="true" focusable="false">\
    <path d="M12 8h82a6 6 0 0 1 6 6v118H20a8 8 0 0 1-8-8z" fill="#7a3b3b"/>\
    <path d="M20 120h80v12H20a6 6 0 0 1 0-12z" fill="#f7f3ea"/><path d="M28 66h56l-9 16H37z" fill="#f7f3ea"/>\
    <path d="M56 62V34l20 28z" fill="#f6c667"/><path d="M26 92q8-5 15 0t15 0 15 0 15 0" fill="none" stroke="#cfe6ec" \
    stroke-width="3" stroke-linecap="round"/></svg>
    """
}

/// The codes that the shop takes. Each works as often as buyers like: nothing is sold.
enum ShopCode: String, Codable, CaseIterable, Sendable {
  /// 10 % off all goods.
  case coupon = "FERRY10"
  case giftCard = "GIFT"

  /// - Parameter text: As buyers write it.
  init?(written text: String) { self.init(rawValue: text.filter { !$0.isWhitespace }.uppercased()) }
}

/// A buyer's cart. Quantities are set, never added, so that a form sent twice changes nothing.
struct Cart: Codable, Hashable, Sendable {
  struct Line: Codable, Hashable, Sendable {
    let sku: String
    var quantity: Int
  }

  static let quantities = 0...10

  private(set) var lines: [Line] = []
  /// Missing without codes.
  private var redeemed: [ShopCode]?

  init() {}

  var codes: [ShopCode] { redeemed ?? [] }

  var isEmpty: Bool { lines.isEmpty }

  var count: Int { lines.reduce(0) { $0 + $1.quantity } }

  func quantity(of sku: String) -> Int { lines.first { $0.sku == sku }?.quantity ?? 0 }

  func shares(_ other: Cart) -> Bool { lines.contains { other.quantity(of: $0.sku) > 0 } }

  /// - Parameter quantity: Within `quantities`; 0 removes the product.
  mutating func set(_ sku: String, to quantity: Int) {
    let quantity = min(max(quantity, Self.quantities.lowerBound), Self.quantities.upperBound)
    if quantity == 0 {
      lines.removeAll { $0.sku == sku }
    } else if let index = lines.firstIndex(where: { $0.sku == sku }) {
      lines[index].quantity = quantity
    } else {
      lines.append(Line(sku: sku, quantity: quantity))
    }
  }

  /// A repeated call changes nothing.
  mutating func redeem(_ code: ShopCode) { if !codes.contains(code) { redeemed = codes + [code] } }

  mutating func remove(_ code: ShopCode) {
    let left = codes.filter { $0 != code }
    redeemed = left.isEmpty ? nil : left
  }

  /// Removes the content of another cart: what was bought while this one was changed.
  mutating func subtract(_ bought: Cart) {
    for line in bought.lines { set(line.sku, to: quantity(of: line.sku) - line.quantity) }
    for code in bought.codes { remove(code) }
  }
}

/// A cart at the catalogue's prices, without products that are no longer sold. Ferry computes taxes, delivery and the total.
struct PricedCart: Sendable {
  struct Line: Sendable {
    let product: Product
    let quantity: Int
    let amount: Money
  }

  let lines: [Line]
  let subtotal: Money
  let codes: [ShopCode]
  /// The coupon's; nil without one.
  let discount: Money?
  let discounted: Money
  /// The most that the gift card pays; nil without one.
  let giftCard: Money?

  /// - Throws: `MoneyError` when the amounts do not fit.
  init(_ cart: Cart, _ catalogue: Catalogue) throws(MoneyError) {
    var lines: [Line] = []
    for line in cart.lines {
      guard let product = catalogue.product(sku: line.sku) else { continue }
      let amount = try product.price.multiplied(by: Int64(line.quantity))
      lines.append(Line(product: product, quantity: line.quantity, amount: amount))
    }
    self.lines = lines
    subtotal = try Money.sum(lines.map(\.amount), in: catalogue.currency)
    codes = cart.codes
    discount = codes.contains(.coupon) ? try subtotal.tax(at: .tenPercent, .down) : nil
    discounted = try subtotal.subtracting(discount ?? .zero(catalogue.currency))
    giftCard = codes.contains(.giftCard) ? catalogue.giftCard : nil
  }
}
