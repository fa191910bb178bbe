extension CheckoutSession {
  /// Whether the merchant's delivery specifications allow an address ("Address restriction samples").
  func delivers(to address: PostalAddress) -> Bool {
    guard let rules = echoed.deliverySpecifications["addressRestrictions"]?.unlessNull else { return true }
    let countries = rules["restrictions"]?.unlessNull?.members ?? []
    let isListed = countries.contains { country in
      guard country.name.uppercased() == address.countryCode?.uppercased() else { return false }
      let states = Self.texts(country.value["statesOrRegions"])
      let codes = Self.texts(country.value["zipCodes"])
      // A country without further lists stands for all of itself.
      if states.isEmpty, codes.isEmpty { return true }
      if let state = address.stateOrRegion, states.contains(state) { return true }
      return address.postalCode.map { code in codes.contains { Self.matches($0, code) } } ?? false
    }
    return rules["type"]?.text == "NotAllowed" ? !isListed : isListed
  }

  private static func texts(_ value: JSONValue?) -> [String] { (value?.elements ?? []).compactMap(\.text) }

  /// A star at the end stands for any rest.
  private static func matches(_ pattern: String, _ code: String) -> Bool {
    pattern.hasSuffix("*") ? code.hasPrefix(pattern.dropLast()) : code == pattern
  }
}
