package import AmazonPay
package import FerryCore

extension DeliverySpecifications {
  /// The part of a shipping rule that Amazon's pages can apply, so that buyers cannot select other addresses ("Address
  /// restriction samples", Amazon Pay documentation). Amazon takes one list, of allowed or of excluded areas. The rule itself
  /// checks the selection for the rest.
  /// - Returns: Nil if the buyer may select any address.
  package init?(_ rule: ShippingRule) {
    let restrictions = rule.restrictions ?? ShippingRule.Restrictions()
    let excluded = restrictions.excluded ?? []
    let kind: AddressRestrictions.Kind = restrictions.allowed == nil && rule.countries == nil ? .notAllowed : .allowed
    let listed =
      restrictions.allowed ?? rule.countries?.compactMap { Self.rest(of: $0, without: excluded) } ?? excluded
    let areas = Dictionary(grouping: listed, by: \.country).mapValues { Self.area($0, kind) }
    var special: [SpecialRestriction] = []
    if restrictions.noPostOfficeBoxes == true { special.append(.noPostOfficeBoxes) }
    if restrictions.noPackstations == true { special.append(.noPackstations) }
    guard !areas.isEmpty || !special.isEmpty else { return nil }
    self.init(specialRestrictions: special, addressRestrictions: areas.isEmpty ? nil : AddressRestrictions(kind, areas))
  }

  /// Areas of one country. Amazon does not document whether a code can be a beginning, or whether an address has to be in both
  /// lists: no buyer is kept from an address that the merchant delivers to.
  private static func area(_ areas: [ShippingRule.Area], _ kind: AddressRestrictions.Kind) -> Area {
    let codes = areas.flatMap { $0.postalCodes ?? [] }
    if areas.contains(where: \.isWhole) || kind == .allowed && !codes.isEmpty { return .whole }
    let states = areas.flatMap { area in (area.regions ?? []).map { written($0, in: area.country) } }
    return states.isEmpty ? Area(zipCodes: codes) : Area(statesOrRegions: states)
  }

  /// A country without its excluded regions, if Ferry knows all of its regions; nil if all of it is excluded.
  private static func rest(of country: String, without excluded: [ShippingRule.Area]) -> ShippingRule.Area? {
    let excluded = excluded.filter { $0.country == country }
    if excluded.contains(where: \.isWhole) { return nil }
    let gone = Set(excluded.flatMap { $0.regions ?? [] }.map { RegionNames.key(of: $0, in: country) })
    guard !gone.isEmpty, ["JP", "US"].contains(country) else { return ShippingRule.Area(country: country) }
    let left = RegionNames.codes(of: country)?.filter { !gone.contains($0) }
    return ShippingRule.Area(country: country, regions: left?.compactMap(RegionNames.name(of:)))
  }

  /// A region as Amazon writes it: prefectures in kanji, states of the USA by their two letters. Other countries are not
  /// documented.
  private static func written(_ name: String, in country: String) -> String {
    guard let code = RegionNames.code(of: name, in: country) else { return name }
    return country == "US" ? String(code.dropFirst(3)) : RegionNames.name(of: code) ?? name
  }
}
