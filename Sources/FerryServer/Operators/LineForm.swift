import FerryCheckout
import FerryCore
import FerryWeb

/// A form with the lines that a capture or refund can be of, which leads to its confirmation. Fields name a line by its place in
/// the order, because ids may be long.
struct LineForm {
  /// The field with the lines that were chosen, in the form that confirms.
  static let chosen = "lines"

  let frame: OperatorPage
  let action: OperatorAction
  let checkout: Checkout
  let title: String
  let hint: String?
  var despiteDispute: HTML?

  /// Empty if no other amount than the whole is possible, or no line is left.
  var html: HTML {
    let left = checkout.linesLeft(for: action == .capture ? .capture : .refund)
    let isWhole = action == .capture ? checkout.profile.captures == .whole : checkout.profile.refunds == .whole
    guard !isWhole, !left.isEmpty else { return .empty }
    return """
      <details><summary>\(title)</summary><form class="entries" action="\(action.link(checkout.id))">\
      <input type="hidden" name="by" value="lines"><p class="small lead">\(frame.texts.linesMean) \(hint ?? "")</p>\
      <fieldset class="choices"><legend class="hidden">\(title)</legend>\(left.map(choice))</fieldset>\(despiteDispute)\
      <div>\(Button(action.name(frame.texts), .secondary).html)</div></form></details>
      """
  }

  /// One piece is ticked; of several, the number is entered.
  private func choice(_ line: LineQuantity) -> HTML {
    let name = "line-\(checkout.places.firstIndex(of: line.id) ?? 0)"
    let text = OrderSummary(content: checkout.content, language: frame.language).name(of: line.id)
    let field: HTML =
      line.quantity == 1
      ? #"<input type="checkbox" name="\#(name)" value="1">"#
      : #"<input type="number" name="\#(name)" value="0" min="0" max="\#(line.quantity)" inputmode="numeric">"#
    let most: HTML = #" <span class="lead small">\#(frame.texts.piecesLeft(line.quantity))</span>"#
    return #"<label class="choice">\#(field)<span>\#(text)\#(if: line.quantity > 1, most)</span></label>"#
  }

  /// The lines that were chosen in this form; empty if there are none or if one cannot be read. Nil for another form.
  static func lines(in query: Fields, _ checkout: Checkout) -> [LineQuantity]? {
    guard query["by"] == "lines" else { return nil }
    let written = checkout.places.indices.compactMap { place in query["line-\(place)"].map { "\(place):\($0)" } }
    return lines(chosen: written.joined(separator: " "), checkout)
  }

  /// The hidden field of the form that confirms: "0:2 3:1", place and number of pieces.
  static func hidden(_ lines: [LineQuantity], _ checkout: Checkout) -> HTML {
    let places = lines.map { "\(checkout.places.firstIndex(of: $0.id) ?? 0):\($0.quantity)" }
    return #"<input type="hidden" name="\#(chosen)" value="\#(places.joined(separator: " "))">"#
  }

  static func lines(chosen text: String, _ checkout: Checkout) -> [LineQuantity] {
    let ids = checkout.places
    var lines: [LineQuantity] = []
    for written in text.split(separator: " ") {
      let parts = written.split(separator: ":", omittingEmptySubsequences: false)
      // A number field that is cleared counts as none.
      guard parts.count == 2, let place = Int(parts[0]), ids.indices.contains(place),
        let quantity = parts[1].isEmpty ? 0 : Int(parts[1]), quantity >= 0
      else { return [] }
      if quantity > 0 { lines.append(LineQuantity(id: ids[place], quantity: quantity)) }
    }
    return lines
  }
}

extension Checkout {
  /// The ids by their places in forms; delivery is the last.
  fileprivate var places: [String] { content.lineIDs + [OrderContent.deliveryID] }
}
