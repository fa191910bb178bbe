import FerryCore
package import FerryWeb
import HTTPTypes

extension ConsolePage {
  /// The buttons that advance the clock. They post `advanceSeconds` to `/console/clock`.
  var clock: HTML {
    let steps = [
      ("30 seconds", 30), ("1 hour", 3600), ("1 day", 86_400), ("7 days", 604_800), ("30 days", 2_592_000),
    ]
    let buttons = steps.map { title, seconds in
      Button(title, .secondary, name: "advanceSeconds", value: String(seconds)).html
    }
    return Panel(
      "Let time pass",
      body: #"<form id="clock" class="deeds" method="post" action="\#("/console/clock" as Link)">\#(buttons)</form>"#
    ).html
  }

  /// The amount of an act, in the form that the provider's console has.
  package enum AmountField {
    case decimal
    /// Without decimals, in a currency that has none.
    case whole
    case minorUnits

    fileprivate var html: HTML {
      """
      <div class="field"><label for="amount">Amount\(if: self == .minorUnits, " in minor units"); empty for all</label>\
      <input id="amount" name="amount" inputmode="\(self == .decimal ? "decimal" : "numeric" as HTML)" maxlength="20" \
      autocomplete="off"></div>
      """
    }
  }

  /// The acts on an object that happen outside the API, each with a button. Their form posts `act`, and `amount` if there is
  /// a field for it.
  package struct Acts {
    let title: String
    let note: String
    let acts: [(title: String, value: String)]
    let amount: AmountField?

    /// - Parameter amount: Nil for acts without an amount.
    package init(_ title: String, note: String, _ acts: [(title: String, value: String)], amount: AmountField?) {
      self.title = title
      self.note = note
      self.acts = acts
      self.amount = amount
    }
  }

  static let closed = "Start the sandbox with --control to act from here."

  private func form(_ acts: Acts, at link: Link) -> HTML {
    guard !acts.acts.isEmpty else { return .empty }
    guard isControlled else {
      let body: HTML = "<p>\(acts.note)</p><p class=\"lead\">\(Self.closed)</p>"
      return Panel(acts.title, body: body).html
    }
    let buttons = acts.acts.map { Button($0.title, .secondary, name: "act", value: $0.value).html }
    return Panel(
      acts.title,
      body: """
        <p class="lead small">\(acts.note)</p>
        <form id="deeds" class="stack" method="post" action="\(link)">
        \(acts.amount.map(\.html))
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
  }

  /// The page of one object of the ledger.
  /// - Parameters:
  ///   - id: The text under the title; nil for an object whose title contains the id.
  ///   - link: The address of the page itself. The form posts the acts there.
  package func object(
    _ title: String, id: String? = nil, _ chip: StateChip, at link: Link, _ acts: Acts, _ body: HTML
  ) -> Page {
    page(
      title,
      """
      <p class="tools"><a href="\(Place.ledger.link)">Back</a></p>
      \(id.map { "<p class=\"id\">\($0)</p>" as HTML })<p>\(chip.html)</p>
      \(problem.map { Notice(.error, title: "That cannot be done", $0).html })
      \(form(acts, at: link))
      \(body)
      """)
  }

  package func answer(_ title: String, note: String? = nil, _ body: JSONValue) -> HTML {
    Panel(
      title,
      body: """
        \(note.map { "<p class=\"lead small\">\($0)</p>" as HTML })<pre id="answer">\(body.pretty)</pre>
        """
    ).html
  }
}

extension Fields {
  /// The amount of a console's form; nil for an empty field.
  package var amount: String? { self["amount"].flatMap { $0.isEmpty ? nil : $0 } }
}

extension ProviderSandbox {
  /// Performs an act that every console has: it advances the clock, or sends a notification again.
  /// - Parameter segments: The form's path below `/console`.
  /// - Returns: The page that follows; nil for another form.
  /// - Throws: `Problem`.
  func actOnConsole(_ segments: [String], _ form: Fields) throws(Problem) -> Link? {
    switch segments {
    case ["clock"]:
      let seconds = try form.required("advanceSeconds") {
        Int64($0).flatMap { (0...31_536_000).contains($0) ? $0 : nil }
      }
      state.advanceClock(by: .seconds(seconds))
      return ConsolePage.Place.ledger.link
    case ["notifications"]:
      let number = try form.required("resend") { Int($0) }
      _ = state.change { ledger, now in ledger.post.resend(number, at: now) }
      return ConsolePage.Place.notifications.link
    default: return nil
    }
  }

  /// True if a form comes from a page of this sandbox. Browsers send the site of origin with every form. The site must be
  /// the configured one or on this machine, against DNS rebinding.
  func isOwnForm(_ request: HTTPRequest) -> Bool {
    guard let text = request.headerFields[.origin], let from = Origin(text) else { return false }
    if from == origin { return true }
    let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(from.host)
    return isLocal && from.text == "\(from.scheme)://\(request.authority ?? "")"
  }
}
