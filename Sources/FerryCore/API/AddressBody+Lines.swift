extension AddressBody {
  /// Whether the address is written in Japanese, whatever the page is.
  public var isJapanese: Bool {
    country == "JP" && (lines + [region ?? "", city ?? ""]).contains { text in text.utf8.contains { $0 >= 0x80 } }
  }

  /// The address as it is written on a parcel: in Japanese from the large to the small, else the other way round.
  public var writtenLines: [String] {
    let place = [city, region].compactMap { $0 }.filter { !$0.isEmpty }
    let written: [String?]
    if isJapanese {
      let first = place.reversed().joined() + (lines.first ?? "")
      written = [name, postalCode.map { "〒" + $0 }, first] + Array(lines.dropFirst()) + [phone]
    } else {
      let last = (place + [postalCode].compactMap { $0 }).joined(separator: ", ")
      written = [name] + lines + [last, country == "JP" ? "Japan" : country, phone]
    }
    return written.compactMap { $0 }.filter { !$0.isEmpty }
  }
}
