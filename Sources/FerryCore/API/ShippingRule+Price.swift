extension ShippingRule {
  /// The price to an address: of the zone with the longest beginning of its postal code, else of the zone with its region, else
  /// the standard price.
  public func price(to address: AddressBody) -> DeliveryPrice {
    var address = address
    if address.country == nil, countries?.count == 1 { address.country = countries?.first }
    let place = address.place
    let byCode = zones.max { place.match($0.postalCodes) < place.match($1.postalCodes) }
    if let byCode, place.match(byCode.postalCodes) > 0 { return DeliveryPrice(byCode.price) }
    if let zone = place.first(of: zones, by: \.regions) { return DeliveryPrice(zone.price) }
    let needsCode = zones.contains { $0.postalCodes != nil }
    let needsRegion = zones.contains { $0.regions?.contains(where: place.mayBeIn) ?? false }
    return DeliveryPrice(
      standard, isUncertain: needsCode && place.postalCode.isEmpty || needsRegion && !place.isRegionTold)
  }
}

extension ShippingRule.Area {
  package var isWhole: Bool { regions == nil && postalCodes == nil }

  /// Returns true if an address is in this area.
  package func contains(_ address: AddressBody) -> Bool {
    let place = address.place
    if isWhole {
      // American territories stand in addresses as countries and as states.
      return address.country?.uppercased() == country
        || RegionNames.territories.contains(country) && place.regions.contains("US-\(country)")
    }
    guard place.country == country else { return false }
    return place.match(postalCodes) > 0 || place.first(of: [regions], by: \.self) != nil
  }
}

/// The parts of an address that prices and restrictions look at.
private struct Place {
  let country: String?
  /// The keys that its region can have, the most reliable first. Empty if nothing tells the region.
  let regions: [String]
  let postalCode: String

  /// True if the region is known, or its country has no table to know it by.
  var isRegionTold: Bool {
    guard let country, RegionNames.countries.contains(country) else { return !regions.isEmpty }
    return regions.contains(where: RegionNames.isCode)
  }

  /// The number of characters that the longest of some prefixes has in common with the postal code; 0 without one.
  func match(_ prefixes: [String]?) -> Int {
    (prefixes ?? []).map(RegionNames.postalCode).filter { !$0.isEmpty && postalCode.hasPrefix($0) }.map(\.count).max()
      ?? 0
  }

  /// The first element that names the region.
  func first<Element>(of elements: [Element], by names: (Element) -> [String]?) -> Element? {
    for region in regions {
      let found = elements.first { (names($0) ?? []).contains { RegionNames.key(of: $0, in: country) == region } }
      if let found { return found }
    }
    return nil
  }

  /// False for the name of a region in another country.
  func mayBeIn(_ name: String) -> Bool {
    let countries = RegionNames.countries.filter { RegionNames.code(of: name, in: $0) != nil }
    return country.map { countries.isEmpty || countries.contains($0) } ?? true
  }
}

extension AddressBody {
  fileprivate var place: Place {
    let written = country?.uppercased()
    let code = RegionNames.postalCode(postalCode ?? "")
    if let written, RegionNames.territories.contains(written) {
      return Place(country: "US", regions: ["US-\(written)"], postalCode: code)
    }
    var regions: [String] = []
    if let region, !RegionNames.folded(region).isEmpty { regions.append(RegionNames.key(of: region, in: written)) }
    if !regions.contains(where: RegionNames.isCode), let other = regionByOtherParts(in: written) {
      regions.append(other)
    }
    return Place(country: written, regions: regions, postalCode: code)
  }

  /// The region by lines or postal code.
  private func regionByOtherParts(in country: String?) -> String? {
    switch country {
    case "JP":
      ([region, city].compactMap(\.self) + lines).lazy.compactMap(RegionNames.prefecture(atStartOf:)).first
        ?? postalCode.flatMap(RegionNames.prefecture(ofPostalCode:))
    case "ES": postalCode.flatMap(RegionNames.province(ofPostalCode:))
    default: nil
    }
  }
}
