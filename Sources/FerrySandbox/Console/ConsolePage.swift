package import FerryCore
package import FerryWeb
package import HTTPTypes

/// The frame of the console's pages: banner, navigation, style.
package struct ConsolePage {
  /// The raw value is the name in the navigation.
  package enum Place: String, CaseIterable {
    case ledger = "Payments"
    case requests = "Requests"
    case notifications = "Notifications"

    package var link: Link {
      switch self {
      case .ledger: "/console"
      case .requests: "/console/requests"
      case .notifications: "/console/notifications"
      }
    }
  }

  let provider: String
  /// Nil for a page below one of them.
  let place: Place?
  package let now: Moment
  package var status: HTTPResponse.Status = .ok
  /// True if the forms act.
  let isControlled: Bool
  var problem: String?
  let query: ConsoleQuery
  /// Returns the meaning of a reason code.
  let explain: (String) -> String?

  package func page(_ title: String, _ body: HTML) -> Page {
    Page(
      status: status, language: .english, title: "\(title) – Sandbox console", policy: PagePolicy(),
      styles: [.sandboxStyle, .consoleStyle],
      head: query.isReloading ? "<meta http-equiv=\"refresh\" content=\"5\">" : .empty, header: header,
      body: """
        <div class="intro"><h1>\(HTML(heading: title))</h1><p class="lead small">Sandbox time: \
        \(TimeText(now).html)</p></div>\(body)
        """, width: .wide)
  }

  private var header: HTML {
    let links = Place.allCases.map { other -> HTML in
      """
      <a href="\(other.link)"\(if: other == place, " aria-current=\"page\"")>\(other.rawValue)</a>
      """
    }
    let banner = SandboxBanner(name: "Sandbox console", note: "A sandbox of \(provider). No money moves.").html
    return """
      <header class="site">\(banner)<div><nav class="console">\(links)</nav></div></header>
      """
  }

  func reloading(_ place: Place) -> HTML {
    """
    <p class="tools"><a href="\(query.link(place.link))">\(query.isReloading ? "Stop reloading" : "Reload")</a>\
    \(if: !query.isReloading, "<a href=\"\(query.link(place.link, isReloading: true))\">Reload every 5 seconds</a>")</p>
    """
  }
}
