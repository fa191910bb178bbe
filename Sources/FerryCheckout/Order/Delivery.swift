public import FerryCore

/// The answer of a shipping rule for one address.
public enum Delivery: Codable, Hashable, Sendable {
  case priced(DeliveryPrice)
  case refused(Phase.SelectionRefusal)
}

extension ShippingRule {
  /// The price to an address, or the reason why the merchant does not deliver there.
  public func delivery(to address: AddressBody) -> Delivery {
    guard delivers(to: address.country) else { return .refused(.countryNotServed) }
    guard let restrictions else { return .priced(price(to: address)) }
    if restrictions.noPackstations == true, address.isPackstation { return .refused(.packstation) }
    if restrictions.noPostOfficeBoxes == true, address.isPostOfficeBox { return .refused(.postOfficeBox) }
    let isAllowed = restrictions.allowed?.contains { $0.contains(address) } ?? true
    let isExcluded = restrictions.excluded?.contains { $0.contains(address) } ?? false
    guard isAllowed, !isExcluded else { return .refused(.regionNotServed) }
    var price = price(to: address)
    if restrictions.excluded?.contains(where: { $0.mayContain(address) }) == true { price.isUncertain = true }
    return .priced(price)
  }
}

extension Checkout {
  /// The answer of the order's shipping rule for a selection; nil if nothing is delivered. A provider that knows more of the
  /// address than the selection has found the answer when it made the selection.
  func delivery(for selection: Selection) -> Delivery? {
    selection.delivery
      ?? content.shipping?.delivery(to: AddressBody(region: selection.region, country: selection.country))
  }

  /// True if nothing tells which price of delivery applies, or whether the address is in an excluded area: the shop should look
  /// at the address before it ships.
  public var isDeliveryUncertain: Bool {
    guard quote != nil, let shipping = content.shipping else { return false }
    guard let selection else { return shipping.price(to: AddressBody()).isUncertain }
    if case .priced(let price)? = delivery(for: selection) { return price.isUncertain }
    return false
  }
}

extension AddressBody {
  /// True if a line names a post office box, in the words of the languages that Amazon's buyers have.
  var isPostOfficeBox: Bool {
    lines.contains { line in
      if line.contains("私書箱") { return true }
      let words = Self.words(line)
      // A town can be called Apartadó, and a firm BP: these need a number or another word.
      let pattern =
        /\bp ?o ?box(\d|\b)|\bpost office box\b|\bpostfach(\d|\b)|\bcasella postale\b|\b(apartado|apdo) (de correos|correos|postal|aereo|\d)/
      return words.contains(pattern) || country == "SE" && words.contains(/^box \d/)
        || Self.french.contains(country ?? "") && words.contains(/^b ?p ?\d|\bb ?p ?\d+$/)
    }
  }

  /// Countries whose boxes are *boîtes postales*: elsewhere "B, P 3" can be a staircase and a floor.
  private static let french: Set<String> = [
    "FR", "BE", "LU", "MC", "GP", "MQ", "GF", "RE", "YT", "PF", "NC", "MA", "TN", "DZ", "SN", "CI",
  ]

  /// True if a line names a parcel locker or a branch of Deutsche Post, or a customer number for one.
  var isPackstation: Bool {
    lines.contains { line in
      Self.words(line).contains(/\b(packstation|postfiliale|paketbox)(\d|\b)|\bpostnummer \d{6,10}\b/)
    }
  }

  /// The words of a line, without width, case, accents and punctuation.
  private static func words(_ line: String) -> String {
    line.split { $0.isWhitespace || $0.isPunctuation }.map { RegionNames.folded(String($0)) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
