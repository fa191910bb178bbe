import FerryCore

extension ShippingRule {
  private static let pointer = "/order/shipping"

  /// The problems of places: of zones and restrictions, prices aside.
  var placeProblems: [OrderProblem] {
    var problems: [OrderProblem] = []
    for (index, zone) in zones.enumerated() {
      let pointer = "\(Self.pointer)/zones/\(index)"
      if zone.regions == nil, zone.postalCodes == nil {
        problems.append(OrderProblem("\(pointer)/regions", "Name at least one region or postal code."))
      }
      problems += Self.problems(zone.regions, zone.postalCodes, at: pointer)
    }
    problems += repeated("regions") { ($0.regions ?? []).map { RegionNames.keys(of: $0, in: countries) } }
    problems += repeated("postalCodes") { ($0.postalCodes ?? []).map { [RegionNames.postalCode($0)] } }
    return problems + restrictionProblems
  }

  /// The names of a zone that are in an earlier zone, too.
  /// - Parameter keys: What a name of the zone has in common with its other spellings.
  private func repeated(_ member: String, _ keys: (Zone) -> [Set<String>]) -> [OrderProblem] {
    var zoneOfKey: [String: Int] = [:]
    var problems: [OrderProblem] = []
    for (index, zone) in zones.enumerated() {
      for (place, keys) in keys(zone).enumerated() {
        if keys.contains(where: { zoneOfKey[$0, default: index] != index }) {
          problems.append(
            OrderProblem(
              "\(Self.pointer)/zones/\(index)/\(member)/\(place)",
              "This is in another zone, perhaps in another spelling. Name it in one zone."))
        }
        for key in keys { zoneOfKey[key] = zoneOfKey[key] ?? index }
      }
    }
    return problems
  }

  private var restrictionProblems: [OrderProblem] {
    let pointer = "\(Self.pointer)/restrictions"
    var problems: [OrderProblem] = []
    if restrictions?.allowed != nil, restrictions?.excluded != nil {
      problems.append(OrderProblem("\(pointer)/excluded", "State either allowed or excluded areas."))
    }
    for (name, areas) in [("allowed", restrictions?.allowed), ("excluded", restrictions?.excluded)] {
      if areas?.isEmpty == true {
        problems.append(OrderProblem("\(pointer)/\(name)", "Name at least one area, or leave the field out."))
      }
      for (index, area) in (areas ?? []).enumerated() {
        let pointer = "\(pointer)/\(name)/\(index)"
        if let advice = CountryCode.advice(area.country) {
          problems.append(OrderProblem("\(pointer)/country", advice))
        } else if countries?.contains(area.country) == false {
          problems.append(OrderProblem("\(pointer)/country", "This country is not one of the countries of delivery."))
        }
        problems += Self.problems(area.regions, area.postalCodes, at: pointer)
        guard ["JP", "US"].contains(area.country) else { continue }
        for (place, region) in (area.regions ?? []).enumerated()
        where RegionNames.code(of: region, in: area.country) == nil {
          problems.append(
            OrderProblem("\(pointer)/regions/\(place)", "\(area.country) has no region of this name."))
        }
      }
    }
    return problems
  }

  private static func problems(_ regions: [String]?, _ codes: [String]?, at pointer: String) -> [OrderProblem] {
    let isRegion = { (name: String) in WrittenText.isSound(name, 1...100) && !RegionNames.folded(name).isEmpty }
    let isCode = { (code: String) in
      code.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        && (1...12).contains(RegionNames.postalCode(code).count)
    }
    return problems(regions, "\(pointer)/regions", "Write a region's name of 1 to 100 characters.", isRegion)
      + problems(codes, "\(pointer)/postalCodes", "Write letters and digits, as in 35, 967 or SW1A.", isCode)
  }

  /// - Parameter names: An empty list is refused: of an area it would mean the whole country.
  private static func problems(
    _ names: [String]?, _ pointer: String, _ advice: String, _ isSound: (String) -> Bool
  ) -> [OrderProblem] {
    guard let names else { return [] }
    guard !names.isEmpty else { return [OrderProblem(pointer, "Name at least one, or leave the field out.")] }
    return names.enumerated().filter { !isSound($1) }.map { OrderProblem("\(pointer)/\($0.offset)", advice) }
  }
}
