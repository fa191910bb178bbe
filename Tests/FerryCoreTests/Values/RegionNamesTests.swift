import FerryCore
import Foundation
import Testing

@Suite("Names of regions")
struct RegionNamesTests {
  /// Number, kanji, romaji and hiragana of the 47 prefectures, without suffix.
  static let prefectures: [(code: String, kanji: String, suffix: String, romaji: String, kana: String)] = """
    北海道 . hokkaido ほっかいどう|青森 県 aomori あおもり|岩手 県 iwate いわて|宮城 県 miyagi みやぎ|秋田 県 akita あきた|山形 県 yamagata やまがた|\
    福島 県 fukushima ふくしま|茨城 県 ibaraki いばらき|栃木 県 tochigi とちぎ|群馬 県 gunma ぐんま|埼玉 県 saitama さいたま|千葉 県 chiba ちば|\
    東京 都 tokyo とうきょう|神奈川 県 kanagawa かながわ|新潟 県 niigata にいがた|富山 県 toyama とやま|石川 県 ishikawa いしかわ|福井 県 fukui ふくい|\
    山梨 県 yamanashi やまなし|長野 県 nagano ながの|岐阜 県 gifu ぎふ|静岡 県 shizuoka しずおか|愛知 県 aichi あいち|三重 県 mie みえ|滋賀 県 shiga しが|\
    京都 府 kyoto きょうと|大阪 府 osaka おおさか|兵庫 県 hyogo ひょうご|奈良 県 nara なら|和歌山 県 wakayama わかやま|鳥取 県 tottori とっとり|\
    島根 県 shimane しまね|岡山 県 okayama おかやま|広島 県 hiroshima ひろしま|山口 県 yamaguchi やまぐち|徳島 県 tokushima とくしま|香川 県 kagawa かがわ|\
    愛媛 県 ehime えひめ|高知 県 kochi こうち|福岡 県 fukuoka ふくおか|佐賀 県 saga さが|長崎 県 nagasaki ながさき|熊本 県 kumamoto くまもと|\
    大分 県 oita おおいた|宮崎 県 miyazaki みやざき|鹿児島 県 kagoshima かごしま|沖縄 県 okinawa おきなわ
    """.split(separator: "|").enumerated().map { index, row in
      let parts = row.split(separator: " ").map(String.init)
      let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      return ("JP-\(number)", parts[0], parts[1] == "." ? "" : parts[1], parts[2], parts[3])
    }

  @Test("Every prefecture is known in kanji, kana and romaji, with and without its suffix, in any case and width")
  func prefectures() {
    #expect(Self.prefectures.count == 47)
    let suffixes = ["都": ("to", "と"), "府": ("fu", "ふ"), "県": ("ken", "けん"), "": ("", "")]
    for (code, kanji, suffix, romaji, kana) in Self.prefectures {
      let (latin, spoken) = suffixes[suffix] ?? ("", "")
      let katakana = String(
        String.UnicodeScalarView(kana.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x60) }))
      let wide = String(
        String.UnicodeScalarView(romaji.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
      let forms: [String] = [
        kanji, kanji + suffix, " \(kanji)\(suffix)\u{3000}", kana, kana + spoken, katakana, romaji, romaji.uppercased(),
        romaji.capitalized + "-" + latin, romaji + latin, romaji.uppercased() + " " + latin.uppercased(), wide,
        romaji.capitalized + " Prefecture", romaji.capitalized + " pref.",
      ]
      for form in forms { #expect(RegionNames.code(of: form, in: "JP") == code, "\(form)") }
      #expect(RegionNames.name(of: code) == kanji + suffix)
    }
  }

  @Test(
    "The spellings that shops have reported are known",
    arguments: [
      ("東京都", 13), ("東京", 13), ("Tokyo", 13), ("Tokyo-to", 13), ("TOKYO-TO", 13), ("Tōkyō", 13), ("Toukyou-to", 13),
      ("Tohkyoh", 13), ("トウキョウト", 13), ("ﾄｳｷｮｳﾄ", 13), ("HOKKAIDO", 1), ("ほっかいどう", 1), ("Hokkaidō", 1),
      ("Hokkaidô", 1), ("Hokkaidou", 1), ("HOKKAI-DO", 1), ("Hokkai-do", 1), ("Hokkai-dou", 1), ("Hokkaidoh", 1),
      ("Hokkaido Prefecture", 1), ("Ｈokkaido", 1), ("ﾎｯｶｲﾄﾞｳ", 1), ("ホッカイドウ", 1), ("AOMORI-KEN", 2), ("Ehime", 38),
      ("Kyoto", 26), ("Kyoto-fu", 26), ("Kyoto-hu", 26), ("Kyōto", 26), ("Osaka-hu", 27), ("Ōsaka", 27), ("Oosaka", 27),
      ("沖縄", 47), ("Okinawa-ken", 47), ("おきなわ", 47), ("Ohita", 44), ("Ooita", 44), ("Gumma", 10), ("Ibaragi", 8),
      ("Gifu", 21), ("Kumamoto", 43), ("Kouchi", 39), ("Kōchi-ken", 39), ("Hyougo", 28),
    ] as [(String, Int)])
  func reported(_ name: String, _ number: Int) {
    let code = number < 10 ? "JP-0\(number)" : "JP-\(number)"
    #expect(RegionNames.code(of: name, in: "JP") == code)
  }

  @Test(
    "What only looks like a prefecture is none",
    arguments: ["", " ", "-", "京", "ken", "to", "Kyo", "東京市", "Hokkai", "Shibuya", "札幌市", "中国地方"])
  func notPrefectures(_ name: String) { #expect(RegionNames.code(of: name, in: "JP") == nil) }

  @Test(
    "Regions of other countries are known by code and by name in each language",
    arguments: [
      ("US", "HI", "US-HI"), ("US", "hi", "US-HI"), ("US", "Hawaii", "US-HI"), ("US", "Hawai'i", "US-HI"),
      ("US", "NEW YORK", "US-NY"), ("US", "N.Y.", "US-NY"), ("US", "D.C.", "US-DC"),
      ("US", "Washington, D.C.", "US-DC"),
      ("US", "Washington", "US-WA"), ("US", "West Virginia", "US-WV"), ("US", "Puerto Rico", "US-PR"),
      ("US", "Guam", "US-GU"), ("US", "Virgin Islands", "US-VI"), ("US", "AE", "US-AE"), ("US", "ap", "US-AP"),
      ("US", "AA", "US-AA"), ("ES", "Málaga", "ES-29"), ("ES", "Malaga", "ES-29"), ("ES", "Alicante", "ES-03"),
      ("ES", "Alacant", "ES-03"), ("ES", "Alicante/Alacant", "ES-03"), ("ES", "Gerona", "ES-17"),
      ("ES", "Girona", "ES-17"),
      ("ES", "Vizcaya", "ES-48"), ("ES", "Bizkaia", "ES-48"), ("ES", "Baleares", "ES-07"),
      ("ES", "Illes Balears", "ES-07"), ("ES", "A Coruña", "ES-15"), ("ES", "La Coruna", "ES-15"),
      ("IT", "NA", "IT-NA"),
      ("IT", "Napoli", "IT-NA"), ("IT", "Forli-Cesena", "IT-FC"), ("IT", "L’Aquila", "IT-AQ"),
    ] as [(String, String, String)])
  func others(_ country: String, _ name: String, _ code: String) {
    #expect(RegionNames.code(of: name, in: country) == code)
  }

  @Test("The tables are complete")
  func counts() {
    #expect(RegionNames.codes(of: "JP")?.count == 47)
    #expect(RegionNames.codes(of: "US")?.count == 59)
    #expect(RegionNames.codes(of: "ES")?.count == 52)
    #expect(RegionNames.codes(of: "IT")?.count == 111)
    #expect(RegionNames.codes(of: "DE") == nil)
  }

  @Test(
    "In other countries names are the same without width, case, accents, blanks and hyphens",
    arguments: [
      ("Västra Götaland", "VASTRA GOTALAND"), ("Île-de-France", "ile de france"), ("Bogotá, D.C.", "Bogota DC"),
      ("Ｂayern", "bayern"), ("Nordrhein-Westfalen", "Nordrhein Westfalen"),
    ] as [(String, String)])
  func folded(_ one: String, _ other: String) {
    #expect(RegionNames.key(of: one, in: "DE") == RegionNames.key(of: other, in: "DE"))
    #expect(RegionNames.key(of: one, in: nil) == RegionNames.key(of: other, in: nil))
  }

  @Test(
    "A postal code tells the prefecture, unless it is of two",
    arguments: [
      ("060-0001", "JP-01"), ("０６０ー０００１", "JP-01"), ("0010000", "JP-01"), ("099-6501", "JP-01"), ("153-0064", "JP-13"),
      ("1530064", "JP-13"), ("900-0001", "JP-47"), ("907-1801", "JP-47"), ("810-0001", "JP-40"), ("817-0001", nil),
      ("685-0001", nil), ("811-5101", nil), ("498-0001", nil), ("06", nil), ("", nil), ("ABC", nil),
    ] as [(String, String?)])
  func postalCodes(_ code: String, _ prefecture: String?) {
    #expect(RegionNames.prefecture(ofPostalCode: code) == prefecture)
  }
}
