import FerryModule
import FerryServer
import FerryWeb

/// Whether the sites are different sites where they must be.
enum SiteCheck {
  /// Links within one host stay in the browser, on whatever port.
  static func findings(base: Origin, shopPages: [Link], apps: [RegisteredApp]) -> [Finding] {
    let shops = Set(shopPages.compactMap { $0.origin?.host })
    return apps.linkHosts.map { link in
      let others = [("the server's own", base.host)] + shops.sorted().map { ("the shop's", $0) }
      if let same = others.first(where: { $0.1 == link.host }) {
        return .error(
          .links, link.text, "The links' host is \(same.0) host.",
          "Give links a host of their own, such as link.\(link.host): within a host they stay in the browser.")
      }
      return .ok(.links, link.text, "The links have a host of their own.")
    }
  }
}
