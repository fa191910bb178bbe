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
  /// Nil for a page below one of them.
  private let place: Place?
  package let now: Moment
  package var status: HTTPResponse.Status = .ok
  /// True if the page reloads itself every five seconds.
  private let isReloading: Bool

  package init(text: ConsoleText, place: Place?, now: Moment, isReloading: Bool = false) {
    self.text = text
    self.place = place
    self.now = now
    self.isReloading = isReloading
  }

  package func page(_ title: String, _ body: HTML) -> Page {
    Page(
      status: status, language: text.language, title: "\(title) – \(text.title)", policy: PagePolicy(),
      styles: [.sandboxStyle, .consoleStyle],
      head: isReloading ? "<meta http-equiv=\"refresh\" content=\"5\">" : .empty, header: header,
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
      <header class="site"><p class="sandbox" role="note"><strong>\(text.title)</strong>\(text.note)</p>\
      <div><nav class="console">\(links)</nav></div></header>
      """
  }

  private func name(_ place: Place) -> String {
    switch place {
    case .ledger: text.ledger
    case .requests: text.requests
    case .notifications: text.notifications
    }
  }

  /// The links that reload the page, once or every five seconds.
  package func reloading(_ link: Link) -> HTML {
    """
    <p class="tools"><a href="\(link)">\(isReloading ? text.stopReloading : text.reload)</a>\
    \(if: !isReloading, "<a href=\"\(Link(link, query: [("reload", "5")]))\">\(text.keepReloading)</a>")</p>
    """
  }
}

extension ConsolePage {
  /// The buttons that advance the clock. They post `advanceSeconds` to `/console/clock`.
  package var clock: HTML {
    let buttons = [30, 3600, 86_400, 604_800, 2_592_000].map { seconds in
      Button(text.advance(seconds), .secondary, name: "advanceSeconds", value: String(seconds)).html
    }
    return Panel(
      text.clock,
      body: #"<form id="clock" class="deeds" method="post" action="\#("/console/clock" as Link)">\#(buttons)</form>"#
    ).html
  }
}

extension ProviderSandbox {
  /// Performs an act that every console has: it advances the clock, or sends a notification again.
  /// - Parameter segments: The form's path below `/console`.
  /// - Returns: Nil for another form.
  /// - Throws: `InvalidField`.
  package func actOnConsole(_ segments: [String], _ form: Fields) throws(InvalidField) -> PageAnswer? {
    switch segments {
    case ["clock"]:
      let seconds = try form.required("advanceSeconds") {
        Int64($0).flatMap { (0...31_536_000).contains($0) ? $0 : nil }
      }
      state.advanceClock(by: .seconds(seconds))
      return .seeOther(ConsolePage.Place.ledger.link)
    case ["notifications"]:
      let number = try form.required("resend") { Int($0) }
      _ = state.change { ledger, now in ledger.post.resend(number, at: now) }
      return .seeOther(ConsolePage.Place.notifications.link)
    default: return nil
    }
  }

  /// True if a form comes from a page of this sandbox. Browsers send the site of origin with every form. The site must be
  /// the configured one or on this machine, against DNS rebinding.
  package func isOwnForm(_ request: HTTPRequest) -> Bool {
    guard let text = request.headerFields[.origin], let from = Origin(text) else { return false }
    if from == origin { return true }
    let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(from.host)
    return isLocal && from.text == "\(from.scheme)://\(request.authority ?? "")"
  }
}
