package import FerryWeb

/// The form for a card, with the provider's test cards as proposals. It posts `number`, `expiry`, `code` and `save`.
package struct CardForm {
  package let html: HTML

  /// - Parameters:
  ///   - pay: The button's title.
  ///   - save: The label of the box to store the card; nil for a form without it.
  ///   - cards: The test cards, with the outcome of each.
  ///   - year: The year of the proposed expiry date.
  ///   - beside: Further fields beside expiry date and code.
  ///   - below: Further fields above the button.
  ///   - isAnnounced: True if a script of the page asks the shop's page before the form is posted (`data-pays`).
  package init(
    to action: Link, pay: String, save: String?, cards: [(number: String, note: String)], year: Int,
    beside: HTML = .empty, below: HTML = .empty, isAnnounced: Bool = false
  ) {
    let options = cards.map { #"<option value="\#($0.number)">\#($0.note)</option>"# as HTML }
    let rows = cards.map { "<li><code>\($0.number)</code> \($0.note)</li>" as HTML }
    html = """
      <form id="card" class="stack" method="post" action="\(action)"\(if: isAnnounced, " data-pays")>
      \(InputField(
        id: "number", label: "Card number", inputMode: "numeric", autocomplete: "cc-number", limit: 23, list: "cards").html)
      <datalist id="cards">\(options)</datalist>
      <div class="pair">\(InputField(
        id: "expiry", label: "Expiry date (MM/YY)", value: "12/\(String(year).suffix(2))", inputMode: "numeric",
        autocomplete: "cc-exp", limit: 7).html)\
      \(InputField(
        id: "code", label: "Security code", value: "123", inputMode: "numeric", autocomplete: "cc-csc", limit: 4).html)\
      \(beside)</div>
      \(below)\
      \(save.map {
        "<label class=\"check\"><input type=\"checkbox\" name=\"save\" value=\"1\">\($0)</label>" as HTML
      })
      \(Button(pay, isWide: true).html)
      </form>
      <details><summary>Test cards, with their outcomes</summary><ul>\(rows)</ul></details>
      """
  }
}

/// A card's data as a buyer enters them, checked for their form alone. No number is kept.
package struct CardEntry: Hashable, Sendable {
  package enum Problem: Error, Hashable, Sendable {
    case number, expiry, code
  }

  /// 12 to 19 digits. Test cards may fail the check digit.
  package let digits: String
  /// `MM`.
  package let month: String
  /// `YY`.
  package let year: String
  /// 3 or 4 digits.
  package let code: String

  /// - Parameters:
  ///   - number: Spaces and hyphens may separate the digits.
  ///   - expiry: `MM/YY`, with or without the slash, not past.
  ///   - today: The date by the sandbox's clock, which begins with `YYYY-MM`.
  package init(number: String, expiry: String, code: String, today: String) throws(Problem) {
    digits = number.filter { !$0.isWhitespace && $0 != "-" }
    guard digits.wholeMatch(of: /[0-9]{12,19}/) != nil else { throw .number }
    guard let match = expiry.filter({ !$0.isWhitespace }).wholeMatch(of: /(0[1-9]|1[0-2])\/?([0-9]{2})/)?.output,
      "20\(match.2)-\(match.1)" >= today.prefix(7)
    else { throw .expiry }
    (month, year) = (String(match.1), String(match.2))
    guard code.wholeMatch(of: /[0-9]{3,4}/) != nil else { throw .code }
    self.code = code
  }
}

package struct FactPanel {
  package let html: HTML

  package init(_ facts: [(name: String, value: HTML)]) {
    let rows = facts.map { "<div class=\"fact\"><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML }
    html = "<section class=\"panel\"><dl class=\"facts\">\(rows)</dl></section>"
  }

  package init(_ facts: [(name: String, value: String)]) { self.init(facts.map { ($0.name, "\($0.value)" as HTML) }) }
}
