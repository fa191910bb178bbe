package import AmazonPay
package import FerryCore
import FerryHTTP
package import FerryProvider

extension AmazonPayAccount {
  /// The sites that Amazon Pay's `checkout.js` needs: those of the hosts that Amazon's own plugin for Magento allows which
  /// the account's region has. A sandbox of Ferry has one site.
  package var pagePolicy: PagePolicySources {
    guard !endpoint.isFerrySandbox else {
      let site = [endpoint.origin]
      return PagePolicySources(
        PageSourcesBody(scripts: site, connections: site, images: site, styles: site, needsInlineStyles: true),
        formActions: site)
    }
    let pages = region.pageHosts.map { "https://*.\($0)" }
    let scripts = "https://*.payments-amazon.com"
    return PagePolicySources(
      PageSourcesBody(
        scripts: [scripts], connections: pages + [scripts],
        images: [scripts, "https://*.media-amazon.com", "https://*.ssl-images-amazon.com"],
        frames: pages + [scripts], needsInlineStyles: true), formActions: pages)
  }

  /// The button of a page, by the parameters of `amazon.Pay.renderButton` (Amazon Pay documentation, "Add the Amazon Pay
  /// Button"). It has no session configuration: a click sends the shop's own form, and Ferry's start page redirects the buyer.
  ///
  /// The button has the languages of the account's region only: an account in Japan has a Japanese button on an English page
  /// too.
  package var buttonScript: ProviderButtonScriptBody {
    ProviderButtonScriptBody(
      source: endpoint.scriptURL, function: ["amazon", "Pay", "renderButton"],
      arguments: Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
          (language.rawValue, cartButton(language))
        }),
      onClick: "onClick", policy: pagePolicy.page)
  }

  /// The arguments of a cart's button: the element that it is drawn in, and its parameters.
  private func cartButton(_ language: Language) -> String {
    let arguments: [UntypedJSON] = [
      .string(ProviderButtonScriptBody.Placeholder.container),
      [
        "merchantId": .string(merchantId), "ledgerCurrency": .string(ledgerCurrency.code),
        "sandbox": .bool(environment == .sandbox),
        "checkoutLanguage": .string(region.checkoutLanguage(for: language)),
        "productType": .string(ButtonConfiguration.ProductType.payAndShip.rawValue),
        "placement": .string(CheckoutButton.Placement.cart.rawValue),
        "buttonColor": .string(CheckoutButton.Color.gold.rawValue),
        "estimatedOrderAmount": [
          "amount": .string(ProviderButtonScriptBody.Placeholder.amount),
          "currencyCode": .string(ProviderButtonScriptBody.Placeholder.currency),
        ],
      ],
    ]
    return String(decoding: stableJSON(arguments), as: UTF8.self)
  }
}

extension AmazonPayRegion {
  /// The domains of Amazon's pages, which its script calls too.
  fileprivate var pageHosts: [String] {
    switch self {
    case .northAmerica: ["amazon.com", "amazonpay.com"]
    case .europe:
      [
        "amazon.de", "amazon.co.uk", "amazon.fr", "amazon.it", "amazon.es", "amazon.eu", "amazon.com", "amazonpay.de",
        "amazonpay.co.uk", "amazonpay.fr", "amazonpay.it", "amazonpay.es", "amazonpay.com",
      ]
    case .japan: ["amazon.co.jp", "amazon.jp", "amazonpay.co.jp", "amazonpay.jp"]
    }
  }
}
