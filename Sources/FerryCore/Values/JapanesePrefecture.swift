import Foundation

/// The 47 prefectures of Japan (ISO 3166-2:JP), in both scripts.
enum JapanesePrefecture {
  /// The name in kanji of a prefecture that is written in another way: "東京都" for "Tokyo", "Tōkyō-to" and "東京".
  static func kanji(for name: String) -> String? { prefecture(name)?.kanji }

  /// The name in Latin letters: "Tokyo" for "東京都".
  static func romaji(for name: String) -> String? { prefecture(name)?.romaji }

  private static func prefecture(_ name: String) -> (kanji: String, romaji: String)? {
    let name = folded(name)
    // A whole name first: Kyoto and Gifu end like a word for prefectures.
    let forms = [name] + suffixes.filter(name.hasSuffix).map { String(name.dropLast($0.count)) }
    for form in forms {
      let found = all.first { kanji, romaji in
        form == kanji || form + kanji.suffix(1) == kanji || form == romaji.lowercased()
      }
      if let found { return found }
    }
    return nil
  }

  /// Letters only, without accents, case and width, and with short vowels.
  private static func folded(_ name: String) -> String {
    let letters = name.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { $0.properties.isAlphabetic }
    return String(String.UnicodeScalarView(letters)).lowercased().replacing("ou", with: "o").replacing("oo", with: "o")
  }

  private static let suffixes = ["prefecture", "to", "do", "fu", "ken"]

  private static let all: [(kanji: String, romaji: String)] = {
    let words = """
      北海道 Hokkaido 青森県 Aomori 岩手県 Iwate 宮城県 Miyagi 秋田県 Akita 山形県 Yamagata 福島県 Fukushima 茨城県 Ibaraki \
      栃木県 Tochigi 群馬県 Gunma 埼玉県 Saitama 千葉県 Chiba 東京都 Tokyo 神奈川県 Kanagawa 新潟県 Niigata 富山県 Toyama \
      石川県 Ishikawa 福井県 Fukui 山梨県 Yamanashi 長野県 Nagano 岐阜県 Gifu 静岡県 Shizuoka 愛知県 Aichi 三重県 Mie \
      滋賀県 Shiga 京都府 Kyoto 大阪府 Osaka 兵庫県 Hyogo 奈良県 Nara 和歌山県 Wakayama 鳥取県 Tottori 島根県 Shimane \
      岡山県 Okayama 広島県 Hiroshima 山口県 Yamaguchi 徳島県 Tokushima 香川県 Kagawa 愛媛県 Ehime 高知県 Kochi \
      福岡県 Fukuoka 佐賀県 Saga 長崎県 Nagasaki 熊本県 Kumamoto 大分県 Oita 宮崎県 Miyazaki 鹿児島県 Kagoshima 沖縄県 Okinawa
      """.split(separator: " ").map(String.init)
    return stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
  }()
}
