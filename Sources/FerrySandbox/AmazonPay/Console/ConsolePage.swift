import FerryCore
import FerryWeb
import HTTPTypes

/// What all pages of the console share: banner, the three places, style.
struct ConsolePage {
  enum Place: CaseIterable {
    case ledger
    case requests
    case notifications

    var link: Link {
      switch self {
      case .ledger: "/console"
      case .requests: "/console/requests"
      case .notifications: "/console/notifications"
      }
    }
  }

  let text: ConsoleText
  /// Nil for a page below one of them.
  let place: Place?
  let now: Moment
  var status: HTTPResponse.Status = .ok
  /// Whether the page loads itself again.
  var isReloading = false

  func page(_ title: String, _ body: HTML) -> Page {
    Page(
      status: status, language: text.language, title: "\(title) – \(text.title)", policy: PagePolicy(),
      head: """
        <link rel="stylesheet" href="\(Asset.checkoutStyle.link)">\
        <link rel="stylesheet" href="\(Asset.consoleStyle.link)">\
        \(if: isReloading, "<meta http-equiv=\"refresh\" content=\"5\">")
        """,
      header: header,
      body: """
        <div class="intro"><h1>\(HTML(heading: title))</h1><p class="lead small">\(text.sandboxTime): \
        \(TimeText(now).html)</p></div>\(body)
        """,
      width: .wide)
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

  /// The links that load the page again, once or on and on.
  func reloading(_ link: Link) -> HTML {
    """
    <p class="tools"><a href="\(link)">\(isReloading ? text.stopReloading : text.reload)</a>\
    \(if: !isReloading, "<a href=\"\(Link(link, query: [("reload", "5")]))\">\(text.keepReloading)</a>")</p>
    """
  }
}

/// A moment, for people and for programs.
struct TimeText {
  let moment: Moment

  init(_ moment: Moment) { self.moment = moment }

  /// "2025-01-02 03:04:05 UTC"
  var text: String { moment.iso8601.prefix(19).replacing("T", with: " ") + " UTC" }

  var html: HTML { #"<time datetime="\#(moment.iso8601)">\#(text)</time>"# }
}

/// A state with its reason.
struct StateChip {
  enum Tone {
    case good
    case open
    case bad
    case over
  }

  let tone: Tone
  let state: String
  var reason: String?

  var html: HTML {
    let opening: HTML =
      switch tone {
      case .good: #"<span class="chip good">"#
      case .open: #"<span class="chip open">"#
      case .bad: #"<span class="chip bad">"#
      case .over: #"<span class="chip over">"#
      }
    return "\(opening)\(state)\(reason.map { " · \($0)" as HTML })</span>"
  }

  init(_ tone: Tone, _ state: String, _ reason: String? = nil) {
    self.tone = tone
    self.state = state
    self.reason = reason
  }

  init(_ session: CheckoutSession) {
    let tone: Tone =
      switch session.state {
      case .open: .open
      case .completed: .good
      case .canceled: .bad
      }
    self.init(tone, session.state.rawValue, session.reason?.code)
  }

  init(_ permission: ChargePermission, in ledger: AmazonPayLedger) {
    let (state, reason) = ledger.state(of: permission)
    self.init(state == .chargeable ? .good : state == .closed ? .over : .open, state.rawValue, reason?.code)
  }

  init(_ charge: Charge) {
    let tone: Tone =
      switch charge.state {
      case .captured: .good
      case .authorized, .authorizationInitiated, .captureInitiated: .open
      case .canceled: .over
      case .declined: .bad
      }
    self.init(tone, charge.state.rawValue, charge.reason?.code)
  }

  init(_ refund: Refund) {
    let tone: Tone =
      switch refund.state {
      case .refunded: .good
      case .refundInitiated: .open
      case .declined: .bad
      }
    self.init(tone, refund.state.rawValue, refund.reason?.code)
  }
}
