public import AmazonPay
import FerryWeb

extension ProviderSites {
  /// What Amazon Pay's `checkout.js` needs: the hosts that Amazon's own plugin for Magento allows, as far as the account's
  /// region has them; of a stand-in, its one site.
  public init(_ account: AmazonPayAccount) {
    guard !account.endpoint.isStandIn else {
      let site = Origin(account.endpoint.origin).map { [PageSource($0)] } ?? []
      self.init(
        scripts: site, connections: site, images: site, styles: site, destinations: site, needsInlineStyles: true)
      return
    }
    let pages = Self.pages(account.region)
    let scripts = PageSource(hostsBelow: "payments-amazon.com")
    self.init(
      scripts: [scripts], connections: pages + [scripts],
      images: [scripts, PageSource(hostsBelow: "media-amazon.com"), PageSource(hostsBelow: "ssl-images-amazon.com")],
      frames: pages + [scripts], destinations: pages, needsInlineStyles: true)
  }

  /// Where Amazon's pages are, and what its script calls.
  private static func pages(_ region: AmazonPayRegion) -> [PageSource] {
    switch region {
    case .northAmerica: [PageSource(hostsBelow: "amazon.com"), PageSource(hostsBelow: "amazonpay.com")]
    case .europe:
      [
        PageSource(hostsBelow: "amazon.de"), PageSource(hostsBelow: "amazon.co.uk"),
        PageSource(hostsBelow: "amazon.fr"), PageSource(hostsBelow: "amazon.it"), PageSource(hostsBelow: "amazon.es"),
        PageSource(hostsBelow: "amazon.eu"), PageSource(hostsBelow: "amazon.com"),
        PageSource(hostsBelow: "amazonpay.de"), PageSource(hostsBelow: "amazonpay.co.uk"),
        PageSource(hostsBelow: "amazonpay.fr"), PageSource(hostsBelow: "amazonpay.it"),
        PageSource(hostsBelow: "amazonpay.es"), PageSource(hostsBelow: "amazonpay.com"),
      ]
    case .japan:
      [
        PageSource(hostsBelow: "amazon.co.jp"), PageSource(hostsBelow: "amazon.jp"),
        PageSource(hostsBelow: "amazonpay.co.jp"), PageSource(hostsBelow: "amazonpay.jp"),
      ]
    }
  }

  /// What several providers need together.
  public func merging(_ other: ProviderSites) -> ProviderSites {
    ProviderSites(
      scripts: Self.union(scripts, other.scripts), connections: Self.union(connections, other.connections),
      images: Self.union(images, other.images), styles: Self.union(styles, other.styles),
      frames: Self.union(frames, other.frames), destinations: Self.union(destinations, other.destinations),
      needsInlineStyles: needsInlineStyles || other.needsInlineStyles)
  }

  private static func union(_ first: [PageSource], _ second: [PageSource]) -> [PageSource] {
    first + second.filter { !first.contains($0) }
  }
}
