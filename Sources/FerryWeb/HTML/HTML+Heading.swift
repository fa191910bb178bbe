import Synchronization

extension HTML {
  /// Headings are few: most pages have one of the program's own texts.
  private static let headings = Mutex<[String: HTML]>([:])

  /// The text of a heading, with `<wbr>` after each Japanese phrase. The house style breaks lines nowhere else: WebKit has no
  /// `word-break: auto-phrase` and would break inside words.
  public init(heading text: String) {
    self = Self.headings.withLock { headings in
      if let known = headings[text] { return known }
      if headings.count >= 256 { headings = [:] }
      let heading = HTML(phrasesOf: text)
      headings[text] = heading
      return heading
    }
  }

  private init(phrasesOf text: String) {
    var pieces: [HTML] = []
    var phrase = ""
    let letters = Array(text)
    for (index, letter) in letters.enumerated() {
      let last = index > 0 ? letters[index - 1] : nil
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      if let last, Self.beginsPhrase(letter, after: last, before: next) {
        pieces.append("\(phrase)<wbr>")
        phrase = ""
      }
      phrase.append(letter)
    }
    self = "\(pieces)\(phrase)"
  }

  /// A phrase begins with a word after a particle, with an honorific, and with 「あ」 after a Chinese character.
  private static func beginsPhrase(_ letter: Character, after last: Character, before next: Character?) -> Bool {
    switch letter {
    case "お", "ご": !last.isASCII && next?.isChinese == true
    case "あ": last.isChinese
    default: "をのはがにでともへた".contains(last) && (letter.isChinese || letter.isKatakana || letter.isASCII)
    }
  }
}

extension Character {
  fileprivate var isChinese: Bool { "\u{4E00}"..."\u{9FFF}" ~= self }
  fileprivate var isKatakana: Bool { "\u{30A1}"..."\u{30FA}" ~= self }
}
