import FerryCore

extension ShippingRule {
  private static let pointer = "/order/shipping"

  /// The problems of places: of zones and restrictions, prices aside.
  var placeProblems: [OrderProblem] {
    var problems = sizeProblems
    guard problems.isEmpty else { return problems }
    for (index, zone) in zones.enumerated() {
      let pointer = "\(Self.pointer)/zones/\(index)"
      if zone.regions == nil, zone.postalCodes == nil {
        problems.append(OrderProblem("\(pointer)/regions", "Name at least one region or postal code."))
      }
      problems += Self.problems(zone.regions, zone.postalCodes, at: pointer)
    }
    if problems.isEmpty {
      problems += repeated("regions", \.regions) { RegionNames.keys(of: $0, in: countries) }
      problems += repeated("postalCodes", \.postalCodes) { [RegionNames.postalCode($0)] }
    }
    return problems + restrictionProblems
  }

  private var sizeProblems: [OrderProblem] {
    let (allowed, excluded) = (restrictions?.allowed ?? [], restrictions?.excluded ?? [])
    let named =
      zones.flatMap { [$0.regions, $0.postalCodes] }
      + (allowed + excluded).flatMap { [$0.regions, $0.postalCodes] }
    var problems: [OrderProblem] = []
    func require(_ count: Int, atMost most: Int, _ what: String, at pointer: String) {
      if count > most { problems.append(OrderProblem(Self.pointer + pointer, "Name at most \(most) \(what).")) }
    }
    require(zones.count, atMost: 100, "zones", at: "/zones")
    require(allowed.count, atMost: 100, "areas", at: "/restrictions/allowed")
    require(excluded.count, atMost: 100, "areas", at: "/restrictions/excluded")
    let count = named.reduce(0) { $0 + ($1?.count ?? 0) }
    require(count, atMost: 1_000, "regions and postal codes in all zones and areas", at: "")
    return problems
  }

  /// The names whose every meaning is in another zone. Those with fewer meanings come first: `Cagliari` leaves California to `CA`.
  private func repeated(
    _ member: String, _ names: KeyPath<Zone, [String]?>, _ keys: (String) -> Set<String>
  ) -> [OrderProblem] {
    let named = zones.enumerated().flatMap { zone, element in
      (element[keyPath: names] ?? []).enumerated().map { (zone: zone, place: $0, name: $1, keys: keys($1)) }
    }.sorted { ($0.keys.count, $0.zone, $0.place) < ($1.keys.count, $1.zone, $1.place) }
    var owners: [String: (zone: Int, place: Int, name: String)] = [:]
    var problems: [OrderProblem] = []
    for (zone, place, name, keys) in named {
      let others = keys.compactMap { owners[$0] }.filter { $0.zone != zone }
      if others.count == keys.count, let other = others.min(by: { ($0.zone, $0.place) < ($1.zone, $1.place) }) {
        let pointer = "\(Self.pointer)/zones/\(other.zone)/\(member)/\(other.place)"
        problems.append(
          OrderProblem(
            "\(Self.pointer)/zones/\(zone)/\(member)/\(place)",
            "\"\(name)\" is the same as \"\(other.name)\" at \(pointer). Name it in one zone."))
      }
      for key in keys where owners[key] == nil { owners[key] = (zone, place, name) }
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
