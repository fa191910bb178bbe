extension ShippingRule {
  /// The price to an address: of the zone with the longest beginning of its postal code, else of the zone with its region, else
  /// the standard price. A name of regions in several countries is the one in the address's country.
  public func price(to address: AddressBody) -> DeliveryPrice {
    var address = address
    if address.country == nil, countries?.count == 1 { address.country = countries?.first }
    let place = address.place
    let byCode = zones.map { (price: $0.price, length: place.match($0.postalCodes)) }.max { $0.length < $1.length }
    if let byCode, byCode.length > 0 { return DeliveryPrice(byCode.price) }
    if let zone = place.first(of: zones, by: \.regions) { return DeliveryPrice(zone.price) }
    return DeliveryPrice(standard, isUncertain: zones.contains { place.mayBeIn($0.regions, $0.postalCodes) })
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

  /// Returns true if an address does not tell whether it is in this area.
  package func mayContain(_ address: AddressBody) -> Bool {
    let place = address.place
    guard let found = place.country else { return true }
    return found == country && place.mayBeIn(regions, postalCodes)
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
    guard let country else { return false }
    guard RegionNames.countries.contains(country) else { return !regions.isEmpty }
    return regions.contains(where: RegionNames.isCode)
  }

  /// The number of characters that the longest of some prefixes has in common with the postal code; 0 without one.
  func match(_ prefixes: [String]?) -> Int {
    (prefixes ?? []).map(RegionNames.postalCode).filter { !$0.isEmpty && postalCode.hasPrefix($0) }.map(\.count).max()
      ?? 0
  }

  /// The element that names the region. In Italy "CA" is Cagliari, but an element that names Cagliari itself comes first.
  func first<Element>(of elements: [Element], by names: (Element) -> [String]?) -> Element? {
    for region in regions {
      let found = elements.compactMap { element in
        (names(element) ?? []).filter { RegionNames.key(of: $0, in: country) == region }
          .map { RegionNames.keys(of: $0, in: nil).count }.min().map { (element: element, meanings: $0) }
      }
      if let first = found.min(by: { $0.meanings < $1.meanings }) { return first.element }
    }
    return nil
  }

  /// Returns true if it does not tell whether it is in one of some regions or postal codes.
  func mayBeIn(_ regions: [String]?, _ postalCodes: [String]?) -> Bool {
    postalCodes != nil && postalCode.isEmpty || !isRegionTold && regions?.contains(where: isInCountry) ?? false
  }

  /// False for the name of a region in another country.
  private func isInCountry(_ name: String) -> Bool {
    guard let country else { return true }
    return RegionNames.code(of: name, in: country) != nil
      || !RegionNames.keys(of: name, in: nil).contains(where: RegionNames.isCode)
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
