import FerryCore
import FerryWeb

/// The links from a browser into an app. Each is tried if the one before did not open the app.
struct DeepLinks: Sendable {
  let app: RegisteredApp
  /// Of an `AppReturnLink` for the bound browser, and of an `AppWakeLink` for any other. Their characters need no escaping.
  let fields: [(name: String, value: String)]
  /// This server's public address.
  let base: Origin

  /// The link on the link host. iOS and Android may give it to the app; otherwise the link host's page loads.
  var universal: Link? { Link(external: app.linkHost.text + AppReturnLink.path + "?" + query) }

  private var query: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

  /// The link for a button. The query tells the link host's page that it was tapped and did not open the app.
  private var tapped: Link? { universal.map { Link($0, query: [("tap", "1")]) } }

  /// The button of the return page.
  var button: Link? {
    switch app.platform {
    case .ios: tapped
    case .android(let android):
      universal.flatMap { universal in
        Link(intent: universal, package: android.package, fallback: returnPage(isTried: true))
      }
    }
  }

  /// The link with the app's own scheme. Another app can claim a scheme, so this one comes last.
  var ownScheme: Link? {
    guard let scheme = AppScheme(app.scheme) else { return nil }
    return Link(scheme, place: "ferry/return/?" + query)
  }

  /// The return page on the server's own host.
  func returnPage(isTried: Bool) -> Link {
    base.link(Link("/ferry/back", query: fields + (isTried ? [("tried", "1")] : [])))
  }
}
