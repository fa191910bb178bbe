import FerryCore
import FerryWeb

/// The links that lead from the secure browser into an app.
struct WayBack: Sendable {
  let app: RegisteredApp
  let link: AppReturnLink
  /// This server's public address.
  let base: Origin

  /// The link of the link host: iOS and Android may give it to the app, or the host's page loads.
  var address: Link? { Link(external: link.text(host: app.linkHost.text)) }

  /// The same for a button: if it brings the host's page again, that page says so.
  private var tapped: Link? { address.map { Link($0, query: [("tap", "1")]) } }

  /// What the button of the return page leads to.
  var button: Link? {
    switch app.platform {
    case .ios: tapped
    case .android(let android):
      address.flatMap { address in
        Link(intent: address, package: android.package, fallback: returnPage(isTried: true))
      }
    }
  }

  /// The last way, of the app's own scheme, which another app may have claimed.
  var ownScheme: Link? {
    guard let scheme = AppScheme(app.scheme) else { return nil }
    let text = link.text(scheme: scheme.text)
    return Link(scheme, place: String(text.dropFirst(scheme.text.utf8.count + 3)))
  }

  /// The return page on the server's own host.
  func returnPage(isTried: Bool) -> Link {
    base.link(
      Link(
        "/ferry/back",
        query: [("checkout", link.checkout), ("code", link.code)] + (isTried ? [("tried", "1")] : [])))
  }
}
