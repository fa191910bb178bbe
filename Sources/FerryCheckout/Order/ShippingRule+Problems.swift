import FerryCore

extension ShippingRule {
  private static let pointer = "/order/shipping"

  /// The problems of places: of zones and restrictions, prices aside.
  var placeProblems: [OrderProblem] { zoneProblems + (restrictions.map(problems) ?? []) }

  private var zoneProblems: [OrderProblem] {
    var problems: [OrderProblem] = []
    // The zones that have each region and each postal code.
    var zoneOfRegion: [String: Int] = [:]
    var zoneOfCode: [String: Int] = [:]
    for (index, zone) in zones.enumerated() {
      let pointer = "\(Self.pointer)/zones/\(index)"
      if zone.regions.isEmpty, zone.postalCodes.isEmpty {
        problems.append(OrderProblem("\(pointer)/regions", "Name at least one region or postal code."))
      }
      for (place, name) in zone.regions.enumerated() {
        let keys = RegionNames.keys(of: name, in: countries)
        if let problem = Self.problem(ofRegion: name, at: "\(pointer)/regions/\(place)") {
          problems.append(problem)
        } else if keys.contains(where: { zoneOfRegion[$0, default: index] != index }) {
          problems.append(
            OrderProblem(
              "\(pointer)/regions/\(place)",
              "This region is in another zone, perhaps in another spelling. Name it in one zone."))
        } else {
          for key in keys { zoneOfRegion[key] = index }
        }
      }
      for (place, written) in zone.postalCodes.enumerated() {
        let code = RegionNames.postalCode(written)
        if let problem = Self.problem(ofPostalCode: written, at: "\(pointer)/postalCodes/\(place)") {
          problems.append(problem)
        } else if zoneOfCode[code, default: index] != index {
          problems.append(
            OrderProblem(
              "\(pointer)/postalCodes/\(place)", "This postal code is in another zone. Name it in one zone."))
        } else {
          zoneOfCode[code] = index
        }
      }
    }
    return problems
  }

  private func problems(of restrictions: Restrictions) -> [OrderProblem] {
    let pointer = "\(Self.pointer)/restrictions"
    var problems: [OrderProblem] = []
    if restrictions.allowed != nil, restrictions.excluded != nil {
      problems.append(OrderProblem("\(pointer)/excluded", "State either allowed or excluded areas."))
    }
    for (name, areas) in [("allowed", restrictions.allowed), ("excluded", restrictions.excluded)] {
      guard let areas else { continue }
      if areas.isEmpty {
        problems.append(OrderProblem("\(pointer)/\(name)", "Name at least one area, or leave the field out."))
      }
      for (index, area) in areas.enumerated() { problems += self.problems(of: area, at: "\(pointer)/\(name)/\(index)") }
    }
    return problems
  }

  private func problems(of area: Area, at pointer: String) -> [OrderProblem] {
    if let advice = CountryCode.advice(area.country) { return [OrderProblem("\(pointer)/country", advice)] }
    guard countries?.contains(area.country) ?? true else {
      return [OrderProblem("\(pointer)/country", "This country is not one of the countries of delivery.")]
    }
    var problems: [OrderProblem] = []
    // An empty list would mean the whole country.
    if area.regions?.isEmpty == true {
      problems.append(OrderProblem("\(pointer)/regions", "Name at least one region, or leave the field out."))
    }
    if area.postalCodes?.isEmpty == true {
      problems.append(OrderProblem("\(pointer)/postalCodes", "Name at least one postal code, or leave the field out."))
    }
    for (index, name) in (area.regions ?? []).enumerated() {
      let place = "\(pointer)/regions/\(index)"
      if let problem = Self.problem(ofRegion: name, at: place) {
        problems.append(problem)
      } else if ["JP", "US"].contains(area.country), RegionNames.code(of: name, in: area.country) == nil {
        problems.append(OrderProblem(place, "\(area.country) has no region of this name."))
      }
    }
    for (index, code) in (area.postalCodes ?? []).enumerated() {
      if let problem = Self.problem(ofPostalCode: code, at: "\(pointer)/postalCodes/\(index)") {
        problems.append(problem)
      }
    }
    return problems
  }

  private static func problem(ofRegion name: String, at pointer: String) -> OrderProblem? {
    guard !WrittenText.isSound(name, 1...100) || RegionNames.folded(name).isEmpty else { return nil }
    return OrderProblem(pointer, "Write a region's name of 1 to 100 characters.")
  }

  private static func problem(ofPostalCode code: String, at pointer: String) -> OrderProblem? {
    let isWritten = code.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    guard !isWritten || !(1...12).contains(RegionNames.postalCode(code).count) else { return nil }
    return OrderProblem(pointer, "Write a postal code or its first characters, in letters and digits: 35, 967, SW1A.")
  }
}
