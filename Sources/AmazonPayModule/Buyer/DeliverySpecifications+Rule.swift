package import AmazonPay
package import FerryCore

extension DeliverySpecifications {
  /// The part of a shipping rule that Amazon's pages can apply, so that buyers cannot select other addresses ("Address
  /// restriction samples", Amazon Pay documentation). Amazon takes one list, of allowed or of excluded areas. The rule itself
  /// checks the selection for the rest.
  /// - Returns: Nil if the buyer may select any address.
  package init?(_ rule: ShippingRule) {
    var special: [SpecialRestriction] = []
    if rule.restrictions?.noPostOfficeBoxes == true { special.append(.noPostOfficeBoxes) }
    if rule.restrictions?.noPackstations == true { special.append(.noPackstations) }
    let excluded = rule.restrictions?.excluded
    let areas: AddressRestrictions? =
      if let allowed = rule.restrictions?.allowed {
        AddressRestrictions(.allowed, Self.byCountry(allowed) { Self.allowed($0, in: $1) })
      } else if let countries = rule.countries {
        AddressRestrictions(.allowed, Self.rest(of: countries, without: excluded ?? []))
      } else if let excluded {
        AddressRestrictions(.notAllowed, Self.byCountry(excluded) { Self.excluded($0, in: $1) })
      } else {
        nil
      }
    guard areas != nil || !special.isEmpty else { return nil }
    self.init(specialRestrictions: special, addressRestrictions: areas)
  }

  private static func byCountry(
    _ areas: [ShippingRule.Area], _ area: ([ShippingRule.Area], String) -> Area
  ) -> [String: Area] {
    Dictionary(grouping: areas, by: \.country).reduce(into: [:]) { $0[$1.key] = area($1.value, $1.key) }
  }

  /// The whole country if it has postal codes, too: Amazon does not document whether codes can be beginnings, or whether an
  /// address has to be in both lists. A buyer must not be kept from an address that the merchant delivers to.
  private static func allowed(_ areas: [ShippingRule.Area], in country: String) -> Area {
    areas.allSatisfy { $0.postalCodes == nil && $0.regions != nil }
      ? Area(statesOrRegions: states(areas, in: country)) : .whole
  }

  /// Regions if there are any, else postal codes.
  private static func excluded(_ areas: [ShippingRule.Area], in country: String) -> Area {
    if areas.contains(where: { $0.regions == nil && $0.postalCodes == nil }) { return .whole }
    let states = states(areas, in: country)
    return states.isEmpty ? Area(zipCodes: areas.flatMap { $0.postalCodes ?? [] }) : Area(statesOrRegions: states)
  }

  /// The countries without the excluded areas: of the countries whose regions are all known, the regions that are left.
  private static func rest(of countries: [String], without excluded: [ShippingRule.Area]) -> [String: Area] {
    var rest: [String: Area] = [:]
    for country in countries {
      let areas = excluded.filter { $0.country == country }
      if areas.contains(where: { $0.regions == nil && $0.postalCodes == nil }) { continue }
      let states = Set(states(areas, in: country))
      let all = states.isEmpty || !["JP", "US"].contains(country) ? [] : RegionNames.codes(of: country) ?? []
      rest[country] = Area(statesOrRegions: all.map { written($0, in: country) }.filter { !states.contains($0) })
    }
    return rest
  }

  private static func states(_ areas: [ShippingRule.Area], in country: String) -> [String] {
    areas.flatMap { $0.regions ?? [] }.map { name in
      RegionNames.code(of: name, in: country).map { written($0, in: country) } ?? name
    }
  }

  /// A known region as Amazon writes it: prefectures in kanji, states of the USA by their two letters. Other countries are not
  /// documented.
  private static func written(_ code: String, in country: String) -> String {
    country == "US" ? String(code.dropFirst(3)) : RegionNames.name(of: code) ?? code
  }
}
