import FerryCheckout
import FerryCore
import FerryWeb

/// The lines of a capture or refund in forms. Fields name a line by its place in the order, because ids may be long.
enum LineForm {
  /// The field with the lines that were chosen, in the form that confirms.
  static let chosen = "lines"

  /// One piece is ticked; of several, the number is entered.
  /// - Parameter written: A form that has to be corrected.
  static func choice(
    _ line: LineQuantity, _ checkout: Checkout, _ frame: OperatorPage, written: Fields?
  ) -> HTML {
    let place = checkout.places.firstIndex(of: line.id) ?? 0
    let name = "line-\(place)"
    let confirmed = written?[chosen]?.split(separator: " ").first { $0.hasPrefix("\(place):") }
    let pieces = written?[name] ?? confirmed.map { String($0.dropFirst("\(place):".count)) } ?? "0"
    let text = OrderSummary(content: checkout.content, language: frame.language).name(of: line.id)
    let field: HTML =
      line.quantity == 1
      ? #"<input type="checkbox" name="\#(name)" value="1"\#(if: pieces != "0", " checked")>"#
      : #"<input type="number" name="\#(name)" value="\#(pieces)" min="0" max="\#(line.quantity)" inputmode="numeric">"#
    let most: HTML = #" <span class="lead small">\#(frame.texts.piecesLeft(line.quantity))</span>"#
    return #"<label class="choice">\#(field)<span>\#(text)\#(if: line.quantity > 1, most)</span></label>"#
  }

  /// The hidden field of the form that confirms: "0:2 3:1", place and number of pieces.
  static func hidden(_ lines: [LineQuantity], _ checkout: Checkout) -> HTML {
    let places = lines.map { "\(checkout.places.firstIndex(of: $0.id) ?? 0):\($0.quantity)" }
    return #"<input type="hidden" name="\#(chosen)" value="\#(places.joined(separator: " "))">"#
  }

  /// The lines that a form names; empty if there are none or if one cannot be read. Nil for a form without lines.
  static func lines(in fields: Fields, _ checkout: Checkout) -> [LineQuantity]? {
    if let text = fields[chosen] { return lines(chosen: text, checkout) }
    guard fields["by"] == "lines" else { return nil }
    let written = checkout.places.indices.compactMap { place in fields["line-\(place)"].map { "\(place):\($0)" } }
    return lines(chosen: written.joined(separator: " "), checkout)
  }

  private static func lines(chosen text: String, _ checkout: Checkout) -> [LineQuantity] {
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
