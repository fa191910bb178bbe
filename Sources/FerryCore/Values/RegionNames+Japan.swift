import Foundation

/// The 47 prefectures, by their numbers in JIS X 0401 and ISO 3166-2:JP.
///
/// Buyers and shops write them in kanji, kana and several romanisations, with and without the suffix: 東京都, 東京, Tokyo, Tokyo-to,
/// Tōkyō, Toukyou, Hokkaidou, Kyoto-hu, ほっかいどう.
extension RegionNames {
  static let japan = RegionTable(
    "JP",
    """
    01 北海道/hokkaido/ほっかいどう;02 青森県/青森/aomori/あおもり;03 岩手県/岩手/iwate/いわて;04 宮城県/宮城/miyagi/みやぎ;
    05 秋田県/秋田/akita/あきた;06 山形県/山形/yamagata/やまがた;07 福島県/福島/fukushima/ふくしま;
    08 茨城県/茨城/ibaraki/ibaragi/いばらき;09 栃木県/栃木/tochigi/とちぎ;10 群馬県/群馬/gunma/gumma/ぐんま;
    11 埼玉県/埼玉/saitama/さいたま;12 千葉県/千葉/chiba/ちば;13 東京都/東京/tokyo/とうきょう;
    14 神奈川県/神奈川/kanagawa/かながわ;15 新潟県/新潟/niigata/にいがた;16 富山県/富山/toyama/とやま;
    17 石川県/石川/ishikawa/いしかわ;18 福井県/福井/fukui/ふくい;19 山梨県/山梨/yamanashi/やまなし;
    20 長野県/長野/nagano/ながの;21 岐阜県/岐阜/gifu/ぎふ;22 静岡県/静岡/shizuoka/しずおか;23 愛知県/愛知/aichi/あいち;
    24 三重県/三重/mie/みえ;25 滋賀県/滋賀/shiga/しが;26 京都府/京都/kyoto/きょうと;27 大阪府/大阪/osaka/おおさか;
    28 兵庫県/兵庫/hyogo/ひょうご;29 奈良県/奈良/nara/なら;30 和歌山県/和歌山/wakayama/わかやま;
    31 鳥取県/鳥取/tottori/とっとり;32 島根県/島根/shimane/しまね;33 岡山県/岡山/okayama/おかやま;
    34 広島県/広島/hiroshima/ひろしま;35 山口県/山口/yamaguchi/やまぐち;36 徳島県/徳島/tokushima/とくしま;
    37 香川県/香川/kagawa/かがわ;38 愛媛県/愛媛/ehime/えひめ;39 高知県/高知/kochi/こうち;40 福岡県/福岡/fukuoka/ふくおか;
    41 佐賀県/佐賀/saga/さが;42 長崎県/長崎/nagasaki/ながさき;43 熊本県/熊本/kumamoto/くまもと;
    44 大分県/大分/oita/ohita/おおいた;45 宮崎県/宮崎/miyazaki/みやざき;46 鹿児島県/鹿児島/kagoshima/かごしま;
    47 沖縄県/沖縄/okinawa/おきなわ
    """,
    suffixes: ["prefecture", "metropolis", "pref", "ken", "to", "do", "fu", "hu", "都", "府", "県", "と", "ふ", "けん"],
    fold: { name in
      let name = folded(name)
      guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
      let short = name.replacing("ou", with: "o").replacing("oo", with: "o")
      // Expressions are slow, and few names need this one.
      return short.contains("oh") ? short.replacing(/oh(?![aiueo])/, with: "o") : short
    })

  /// The prefecture that a part of an address begins with: "北海道札幌市". Only the whole name in kanji counts, because 山口 and
  /// many others begin names of towns, too.
  package static func prefecture(atStartOf line: String) -> String? {
    let line = folded(line)
    return japan.names.first { line.hasPrefix($0.value[0]) }?.key
  }

  /// The prefecture's name in kanji: "東京都" for "Tokyo", "Tōkyō-to" and "東京"; nil for another name.
  static func kanji(of name: String) -> String? { code(of: name, in: japan.country).flatMap(Self.name(of:)) }

  /// The prefecture's name in Latin letters, as ISO 3166-2 has it: "Tokyo" for "東京都".
  static func romaji(of name: String) -> String? {
    guard let code = code(of: name, in: japan.country) else { return nil }
    return japan.names[code]?.first { $0.allSatisfy(\.isASCII) }?.capitalized
  }

  /// The prefecture of a postal code; nil in areas with several.
  package static func prefecture(ofPostalCode code: String) -> String? {
    let code = postalCode(code)
    let area = code.prefix(3)
    guard code.utf8.allSatisfy({ (0x30...0x39).contains($0) }), area.count == 3, !sharedAreas.contains(area),
      let region = Int(code.prefix(2))
    else { return nil }
    return "JP-" + prefecturesByArea.dropFirst(2 * region).prefix(2)
  }

  /// Two digits of prefecture for each first two digits of a postal code, 00 to 99 (Japan Post's list of October 2026).
  private static let prefecturesByArea = """
    0105030201010101010113131313131313131313131414141414121212120808091111111110202019222222232323232323\
    2124252727272727272726262629302828283132333334343535373639384040404041424344454647181716151507070406
    """

  /// Areas in two prefectures, or in another than their neighbours.
  private static let sharedAreas = Set(
    """
    018 311 349 370 384 389 431 498 520 563 618 630 647 648 684 685 811 817 839 848 871 922 939 949
    """.split(separator: " "))
}
