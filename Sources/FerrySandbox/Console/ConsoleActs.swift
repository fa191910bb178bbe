import FerryCore
package import FerryWeb
import HTTPTypes

extension ConsolePage {
  /// The buttons that advance the clock. They post `advanceSeconds` to `/console/clock`.
  var clock: HTML {
    let buttons = [30, 3600, 86_400, 604_800, 2_592_000].map { seconds in
      Button(text.advance(seconds), .secondary, name: "advanceSeconds", value: String(seconds)).html
    }
    return Panel(
      text.clock,
      body: #"<form id="clock" class="deeds" method="post" action="\#("/console/clock" as Link)">\#(buttons)</form>"#
    ).html
  }

  /// The amount of an act.
  package struct AmountField {
    let label: String
    let isWhole: Bool

    /// - Parameter isWhole: True for a number without decimals.
    package init(_ label: String, isWhole: Bool) {
      self.label = label
      self.isWhole = isWhole
    }

    fileprivate var html: HTML {
      """
      <div class="field"><label for="amount">\(label)</label><input id="amount" name="amount" \
      inputmode="\(isWhole ? "numeric" : "decimal" as HTML)" maxlength="20" autocomplete="off"></div>
      """
    }
  }

  /// The acts on an object that happen outside the API, each with a button. Their form posts `act`, and `amount` if there is
  /// a field for it.
  /// - Parameters:
  ///   - link: The object's page.
  ///   - amount: Nil for acts without an amount.
  package func acts(
    _ title: String, note: String, at link: Link, _ acts: [(title: String, value: String)], amount: AmountField?,
    isControlled: Bool
  ) -> HTML {
    guard !acts.isEmpty else { return .empty }
    guard isControlled else { return Panel(title, body: "<p>\(note)</p><p class=\"lead\">\(text.actsClosed)</p>").html }
    let buttons = acts.map { Button($0.title, .secondary, name: "act", value: $0.value).html }
    return Panel(
      title,
      body: """
        <p class="lead small">\(note)</p>
        <form id="deeds" class="stack" method="post" action="\(link)">
        \(amount.map(\.html))
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
  }
}

extension ProviderSandbox {
  /// Performs an act that every console has: it advances the clock, or sends a notification again.
  /// - Parameter segments: The form's path below `/console`.
  /// - Returns: The page that follows; nil for another form.
  /// - Throws: `InvalidField`.
  func actOnConsole(_ segments: [String], _ form: Fields) throws(InvalidField) -> Link? {
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
