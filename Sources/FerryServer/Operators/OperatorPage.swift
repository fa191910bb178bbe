import FerryCore
import FerryWeb
import HTTPTypes

/// The frame of the operators' pages: navigation, mode, language, sign-out.
struct OperatorPage: Sendable {
  enum Place: CaseIterable {
    case overview, checkouts, held, payouts, webhooks, journal

    var link: Link {
      switch self {
      case .overview: "/"
      case .checkouts: "/checkouts"
      case .held: "/checkouts?state=held"
      case .payouts: "/payouts"
      case .webhooks: "/webhooks"
      case .journal: "/journal"
      }
    }

    func name(_ texts: Texts<OperatorTexts>) -> String {
      switch self {
      case .overview: texts.overview
      case .checkouts: texts.checkouts
      case .held: texts.held
      case .payouts: texts.payouts
      case .webhooks: texts.webhooks
      case .journal: texts.journal
      }
    }
  }

  let reader: PresentOperator
  let place: Place?
  let gate: OperatorGate
  /// The modes of the accounts that are set up.
  let modes: Set<Mode>
  let localTime: LocalTime
  let nonce: Nonce

  var language: Language { reader.language }

  var texts: Texts<OperatorTexts> { language.operatorTexts }

  var csrf: HTML { gate.input(session: reader.session) }

  /// - Parameters:
  ///   - mode: The mode of what the page shows; nil if it shows both.
  ///   - live: The changes that the page shows as they come; nil for none.
  func page(
    _ title: String, mode: Mode? = nil, status: HTTPResponse.Status = .ok, width: Page.Width = .wide,
    live: LiveRoute.Scope? = nil, _ body: HTML
  ) -> Page {
    let script: HTML = #"<script src="\#(Asset.operationsScript.link)" nonce="\#(nonce)" defer></script>"#
    return Page(
      status: status, language: language, title: "\(title) – Ferry",
      policy: PagePolicy(nonce: live == nil ? nil : nonce),
      head: "\(if: live != nil, script)\(Self.style)", header: header,
      body: """
        \(band(mode ?? (modes.count == 1 ? modes.first : nil)))\
        <div class="intro"><h1 tabindex="-1">\(HTML(heading: title))</h1></div>\(body)
        """, footer: live.map(updated) ?? .empty,
      width: width)
  }

  /// Outside the main part, which is replaced.
  private func updated(_ live: LiveRoute.Scope) -> HTML {
    """
    <footer><p class="hidden" id="updated" role="status" data-text="\(texts.updated)" data-events="\(live.link)"></p></footer>
    """
  }

  static let style: HTML = #"<link rel="stylesheet" href="\#(Asset.operationsStyle.link)">"#

  /// For pages that nobody has signed in to.
  /// - Parameter place: The page that a change of language leads back to.
  static func plainHeader(_ language: Language, backTo place: Link) -> HTML {
    SiteHeader("Ferry", languages: others(language, backTo: place)).html
  }

  private static func others(_ language: Language, backTo place: Link) -> [(language: Language, link: Link)] {
    Language.allCases.filter { $0 != language }.map {
      ($0, Link("/language/\($0.rawValue)", query: [("to", place.text)]))
    }
  }

  /// Real money and test money look different.
  private func band(_ mode: Mode?) -> HTML {
    guard let mode else { return .empty }
    let words = mode == .live ? texts.bandLive : texts.bandTest
    return #"<p class="band \#(mode.rawValue)" role="note">\#(words)</p>"#
  }

  private var header: HTML {
    // The providers' books are about all shops.
    let places = Place.allCases.filter { $0 != .payouts || reader.person.shops == nil }
    let links = places.map { other -> HTML in
      #"<a href="\#(other.link)"\#(if: other == place, " aria-current=\"page\"")>\#(other.name(texts))</a>"#
    }
    let signOut: HTML =
      if case .keys = gate.access {
        """
        <form method="post" action="\("/sign-out" as Link)">\(csrf)\(Button(texts.signOut, .quiet).html)</form>
        """
      } else { .empty }
    let shops = reader.person.shops.map { $0.sorted().map(\.text).joined(separator: ", ") }
    let who = [reader.person.name, reader.mayAct ? texts.roleAct : texts.roleLook, shops].compactMap(\.self)
    let person: HTML = """
      <span class="who">\(who.joined(separator: " · "))</span>\(signOut)
      """
    return SiteHeader(
      "Ferry", menu: texts.menu, items: "\(links)\(person)", languages: Self.others(language, backTo: reader.place)
    ).html
  }

  /// "TEST" or "LIVE", for lists of both.
  func chip(_ mode: Mode) -> HTML {
    #"<span class="chip mode \#(mode.rawValue)">\#(name(of: mode))</span>"#
  }

  func name(of mode: Mode) -> String { mode == .live ? texts.live : texts.test }

  func chip(_ phase: PhaseName, _ reason: String? = nil) -> HTML {
    let tone: StateChip.Tone =
      switch phase {
      case .paid: .good
      case .held, .declined: .bad
      case .cancelled, .expired: .over
      case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .unrecognised: .open
      }
    return StateChip(tone, phase.text(texts), reason).html
  }

  func time(_ moment: Moment) -> HTML { localTime.html(moment) }

  /// A titled part of the page, which is replaced when it has changed.
  func panel(_ id: String, _ title: String, beside action: HTML? = nil, _ body: HTML) -> HTML {
    let head: HTML = "<h2>\(title)</h2>"
    return """
      <section class="panel" id="\(id)" data-live>\(action.map { "<div class=\"panel-head\">\(head)\($0)</div>" } ?? head)\(body)</section>
      """
  }

  /// - Parameter sentence: In place of no rows.
  func rows(_ rows: [HTML], otherwise sentence: String) -> HTML {
    rows.isEmpty ? "<p>\(sentence)</p>" : "<ul class=\"rows\">\(rows)</ul>"
  }

  func duration(seconds: Int64) -> String {
    seconds < 60 ? texts.seconds(seconds) : texts.minutes(seconds / 60, seconds % 60)
  }
}

extension Asset {
  static let operationsStyle = Asset("operations", .css, PackageResources.operations_css)

  /// Fetches the page again after a change, and replaces the parts that differ, so that a click meets the others. Parts with a
  /// form that somebody fills in stay, and so does the focus.
  static let operationsScript = Asset("operations", .js, PackageResources.operations_js)
}
