import FerryCore
public import FerryWeb
import HTTPTypes

/// The common parts of all pages of the shop: header, footer, script, and policy.
struct ShopFrame {
  enum Place: String, CaseIterable {
    case cart, delivery, checkout, thanks

    var link: Link {
      switch self {
      case .cart: "/"
      case .delivery: "/delivery"
      case .checkout: "/checkout"
      case .thanks: "/thanks"
      }
    }
  }

  let language: Language
  /// The languages that the shop speaks in the buyer's market.
  let languages: [Language]
  let place: Place
  let cartCount: Int
  let policy: PagePolicy
  /// The hidden field of every form.
  let csrf: HTML
  /// Ferry's script that speaks to the surrounding app; nil in an ordinary browser.
  let bridge: Link?
  /// The pay button that led to the page; another language keeps it.
  var button: PayButton?

  var texts: Texts<ShopTexts> { language.shopTexts }

  /// A form with one button. Inside an app the shop's script sends it.
  func post(_ link: Link, _ title: String, _ style: Button.Style = .primary) -> HTML {
    "<form method=\"post\" action=\"\(link)\" data-leaves>\(csrf)\(Button(title, style).html)</form>"
  }

  func link(_ link: Link, _ title: String, _ style: Button.Style = .primary) -> HTML {
    link.button(title, style)
  }

  func page(
    status: HTTPResponse.Status = .ok, title: String, width: Page.Width = .narrow, head: HTML = .empty, body: HTML
  ) -> Page {
    let others = languages.filter { $0 != language }.map { other in
      (
        language: other,
        link: Link(
          "/language/\(other.rawValue)/\(place.rawValue)", query: button.map { [("provider", $0.formValue)] } ?? [])
      )
    }
    return Page(
      status: status, language: language, title: title, policy: policy, head: head + script,
      header: Self.header(language, cartCount: cartCount, languages: others), body: body, footer: Self.footer(language),
      width: width)
  }

  /// - Parameters:
  ///   - cartCount: The number of products in the cart; nil if the session is unknown.
  ///   - languages: The other languages, each with the link that selects it.
  static func header(
    _ language: Language, cartCount: Int?, languages: [(language: Language, link: Link)] = []
  ) -> HTML {
    let cart: HTML = "<a href=\"\("/#cart" as Link)\">\(language.shopTexts.cartLink(cartCount ?? 0))</a>"
    return SiteHeader(language.shopTexts.shopName, items: cart, languages: languages).html
  }

  static func footer(_ language: Language) -> HTML {
    "<footer class=\"site\"><p>\(language.shopTexts.footer)</p></footer>\n"
  }

  private var script: HTML {
    guard let nonce = policy.nonce else { return .empty }
    let bridge: HTML = bridge.map { "<script src=\"\($0)\" nonce=\"\(nonce)\" defer></script>\n" } ?? .empty
    return bridge + "<script src=\"\(Asset.shopScript.link)\" nonce=\"\(nonce)\" defer></script>\n"
  }
}

extension Asset {
  /// The shop's script. Every page works without it.
  public static let shopScript = Asset("shop", .js, PackageResources.shop_js)
}
