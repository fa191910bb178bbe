import Testing

@testable import FerryCore

@Suite("Japanese addresses")
struct JapaneseAddressTests {
  private func address(
    _ region: String?, _ city: String?, _ line: String, code: String = "153-0064"
  ) -> AddressBody {
    AddressBody(name: nil, lines: [line], city: city, region: region, postalCode: code, country: "JP", phone: nil)
  }

  @Test(
    "Prefecture and city stand once, and the prefecture is in kanji",
    arguments: [
      ("Tokyo", nil, "目黒区見本1-8-1"), ("東京都", nil, "東京都目黒区見本1-8-1"), ("東京都", "目黒区", "目黒区見本1-8-1"),
      ("東京都", nil, "目黒区見本1-8-1"), ("東京都", "目黒区", "見本1-8-1"), (nil, nil, "東京都目黒区見本1-8-1"),
      ("東京", nil, "東京都目黒区見本1-8-1"), ("Tokyo-to", nil, "東京都目黒区見本1-8-1"), ("TOKYO", "東京都目黒区", "見本1-8-1"),
      ("Tōkyō", "目黒区", "東京都目黒区見本1-8-1"), ("東京都", "東京都", "東京都 目黒区見本1-8-1"), ("Ｔｏｋｙｏ", "", "目黒区見本1-8-1"),
      ("東京都", "Tokyo", "目黒区見本1-8-1"), ("東京都", nil, "Tokyo目黒区見本1-8-1"), (" 東京都　", "目黒区 ", "　目黒区見本1-8-1"),
    ] as [(String?, String?, String)])
  func once(_ region: String?, _ city: String?, _ line: String) {
    #expect(address(region, city, line).isJapanese)
    #expect(address(region, city, line).writtenLines == ["〒153-0064", "東京都目黒区見本1-8-1"])
  }

  @Test(
    "A city keeps its name where it begins like its prefecture, and a ward stands once",
    arguments: [
      ("京都府", "京都市", "下京区見本1", "京都府京都市下京区見本1"), ("Kyoto", nil, "京都市下京区見本1", "京都府京都市下京区見本1"),
      ("大阪府", "大阪市北区", "北区見本3-2-4", "大阪府大阪市北区見本3-2-4"), ("大阪府", "大阪市", "北区見本3-2-4", "大阪府大阪市北区見本3-2-4"),
      ("Hokkaidou", nil, "札幌市中央区見本1", "北海道札幌市中央区見本1"),
    ])
  func city(_ region: String, _ city: String?, _ line: String, _ written: String) {
    #expect(address(region, city, line).writtenLines.last == written)
  }

  @Test("A Latin word that is no prefecture is not glued to kanji")
  func apart() {
    #expect(address("Kanto", nil, "目黒区見本1-8-1").writtenLines.last == "Kanto 目黒区見本1-8-1")
    #expect(address("東京都", "Meguro-ku", "目黒区見本1-8-1").writtenLines.last == "東京都 Meguro-ku 目黒区見本1-8-1")
  }

  @Test("A postal code has its hyphen", arguments: ["1530064", "１５３－００６４", "〒153-0064"])
  func code(_ code: String) {
    #expect(address("東京都", nil, "見本1", code: code).writtenLines.first == "〒153-0064")
  }

  @Test(
    "An address in Latin letters has its prefecture in Latin letters, and once",
    arguments: [
      ("東京都", "Meguro-ku", "1-8-1 Mihon", "Meguro-ku, Tokyo 153-0064"),
      ("Tokyo", "Tokyo", "Meguro", "Tokyo 153-0064"),
      ("Tōkyō-to", nil, "1-8-1 Mihon", "Tokyo 153-0064"), ("東京都", nil, "1-8-1 Mihon, Meguro-ku, Tokyo", "153-0064"),
    ])
  func latin(_ region: String, _ city: String?, _ line: String, _ place: String) {
    #expect(!address(region, city, line).isJapanese)
    #expect(address(region, city, line).writtenLines == [line, place, "Japan"])
  }

  @Test("A region alone is written in its own script")
  func regionAlone() {
    var masked = address("東京都", nil, "")
    masked.lines = []
    masked.postalCode = nil
    #expect(masked.writtenLines == ["東京都"])
    masked.region = "Tokyo"
    #expect(masked.writtenLines == ["Tokyo", "Japan"])
  }

  @Test(
    "A prefecture is known in many spellings",
    arguments: [
      ("Kyoto", "京都府"), ("KYOTO-FU", "京都府"), ("京都", "京都府"), ("Hokkaidô", "北海道"), ("HOKKAI-DO", "北海道"),
      ("Oosaka", "大阪府"),
      ("Kumamoto", "熊本県"), ("AOMORI-KEN", "青森県"), ("Gifu", "岐阜県"), ("Okinawa Prefecture", "沖縄県"), ("Kouchi", "高知県"),
    ])
  func spellings(_ name: String, _ kanji: String) {
    #expect(RegionNames.kanji(of: name) == kanji)
  }

  @Test(
    "A prefecture's name in Latin letters is the usual one",
    arguments: [
      ("北海道", "Hokkaido"), ("とうきょう", "Tokyo"), ("Gumma", "Gunma"), ("Ibaragi-ken", "Ibaraki"), ("Ohita", "Oita"),
    ])
  func romaji(_ name: String, _ romaji: String) { #expect(RegionNames.romaji(of: name) == romaji) }

  @Test("A name that is no prefecture's has none", arguments: ["", "Berlin", "見本", "ken"])
  func others(_ name: String) { #expect(RegionNames.kanji(of: name) == nil) }
}
