public import FerryProvider

extension AmazonPayProvider {
  /// The sites that `checkout.js` needs: the hosts that Amazon's own plugin for Magento allows, as far as the account's
  /// region has them; for a sandbox, its one site.
  public var pagePolicy: PagePolicySources {
    guard !merchant.endpoint.isStandIn else {
      let site = [merchant.endpoint.origin]
      return PagePolicySources(
        scripts: site, connections: site, images: site, styles: site, formActions: site, needsInlineStyles: true)
    }
    let scripts = ["https://*.payments-amazon.com"]
    let pages = Self.pages(merchant.region).map { "https://*.\($0)" }
    return PagePolicySources(
      scripts: scripts, connections: pages + scripts,
      images: scripts + ["https://*.media-amazon.com", "https://*.ssl-images-amazon.com"],
      frames: pages + scripts, formActions: pages, needsInlineStyles: true)
  }

  /// The domains of Amazon's pages, which its script calls too.
  private static func pages(_ region: AmazonPayRegion) -> [String] {
    switch region {
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
