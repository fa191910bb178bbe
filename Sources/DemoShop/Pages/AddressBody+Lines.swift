import FerryCore

extension AddressBody {
  /// The address as it is written on a parcel: in Japan from the large to the small, elsewhere the other way round.
  func lines(for language: Language) -> [String] {
    let place = [city, region].compactMap { $0 }.filter { !$0.isEmpty }
    var result: [String] = [name ?? ""]
    if country == "JP", language == .japanese {
      result.append(postalCode.map { "〒" + $0 } ?? "")
      result.append(place.reversed().joined() + (lines.first ?? ""))
      result += lines.dropFirst()
    } else {
      result += lines
      result.append((place + [postalCode].compactMap { $0 }).joined(separator: ", "))
      result.append(country.map { $0 == "JP" ? "Japan" : $0 } ?? "")
    }
    result.append(phone ?? "")
    return result.filter { !$0.isEmpty }
  }
}
