package import FerryCore
package import FerryWeb
package import HTTPTypes

/// The frame of the console's pages: banner, navigation, style.
package struct ConsolePage {
  package enum Place: CaseIterable {
    case ledger
    case requests
    case notifications

    package var link: Link {
      switch self {
      case .ledger: "/console"
      case .requests: "/console/requests"
      case .notifications: "/console/notifications"
      }
    }
  }

  package let text: ConsoleText
  private let banner: SandboxBanner
  /// Nil for a page below one of them.
  private let place: Place?
  package let now: Moment
  package var status: HTTPResponse.Status = .ok
  /// True if the forms act.
  let isControlled: Bool
  /// The reason for the refusal of the last act.
  var problem: String?
  let query: ConsoleQuery

  init(
    text: ConsoleText, banner: SandboxBanner, place: Place?, now: Moment, isControlled: Bool, query: ConsoleQuery
  ) {
    self.text = text
    self.banner = banner
    self.place = place
    self.now = now
    self.isControlled = isControlled
    self.query = query
  }

  package func page(_ title: String, _ body: HTML) -> Page {
    Page(
      status: status, language: text.language, title: "\(title) – \(text.title)", policy: PagePolicy(),
      styles: [.sandboxStyle, .consoleStyle],
      head: query.isReloading ? "<meta http-equiv=\"refresh\" content=\"5\">" : .empty, header: header,
      body: """
        <div class="intro"><h1>\(HTML(heading: title))</h1><p class="lead small">\(text.sandboxTime): \
        \(TimeText(now).html)</p></div>\(body)
        """, width: .wide)
  }

  private var header: HTML {
    let links = Place.allCases.map { other -> HTML in
      """
      <a href="\(other.link)"\(if: other == place, " aria-current=\"page\"")>\(name(other))</a>
      """
    }
    return """
      <header class="site">\(banner.html(text.language))<div><nav class="console">\(links)</nav></div></header>
      """
  }

  private func name(_ place: Place) -> String {
    switch place {
    case .ledger: text.ledger
    case .requests: text.requests
    case .notifications: text.notifications
    }
  }

  /// The links that reload the list, once or every five seconds.
  func reloading(_ place: Place) -> HTML {
    """
    <p class="tools"><a href="\(query.link(place.link))">\(query.isReloading ? text.stopReloading : text.reload)</a>\
    \(if: !query.isReloading, "<a href=\"\(query.link(place.link, isReloading: true))\">\(text.keepReloading)</a>")</p>
    """
  }
}
