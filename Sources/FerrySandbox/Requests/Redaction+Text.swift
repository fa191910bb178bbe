extension Redaction {
  /// A text with a mark in the place of every secret and every personal datum that is found in it.
  package func text(_ text: String) -> String {
    guard text.utf8.count >= 5 else { return text }
    let bytes = Array(text.utf8)
    if bytes[0] == UInt8(ascii: "{") || bytes[0] == UInt8(ascii: "["), let value = try? JSONValue(parsing: bytes) {
      let hidden = json(value)
      return hidden == value ? text : String(decoding: hidden.bytes, as: UTF8.self)
    }
    var search = SecretSearch(bytes: bytes, rules: self)
    let found = search.ranges()
    guard !found.isEmpty else { return text }
    var result: [UInt8] = []
    var end = 0
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      if range.lowerBound >= end {
        result += bytes[end..<range.lowerBound]
        result += Array(Self.mark.utf8)
      }
      end = range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}

private struct SecretSearch {
  let bytes: [UInt8]
  let rules: Redaction
  private var found: [Range<Int>] = []

  init(bytes: [UInt8], rules: Redaction) {
    self.bytes = bytes
    self.rules = rules
  }

  mutating func ranges() -> [Range<Int>] {
    for secret in rules.secrets { find(secret) }
    var index = 0
    while index < bytes.count {
      if let end = cardNumberEnd(from: index) {
        found.append(index..<end)
        index = end
      } else if Self.isWord(bytes[index]) {
        var end = index + 1
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        let hidden = inspect(index..<end)
        // A card number may begin inside a word, after a hyphen.
        for start in index + 1..<end {
          if let last = cardNumberEnd(from: start) { found.append(start..<last) }
        }
        // The words of a hidden value need no look of their own, so that the time grows with the length alone.
        index = max(end, hidden ?? end)
      } else {
        index += 1
      }
    }
    return found
  }

  private mutating func find(_ secret: [UInt8]) {
    guard bytes.count >= secret.count else { return }
    for start in 0...(bytes.count - secret.count)
    where bytes[start] == secret[0] && bytes[start..<start + secret.count].elementsEqual(secret) {
      found.append(start..<start + secret.count)
    }
  }

  /// - Returns: The end of a hidden value after the word.
  private mutating func inspect(_ word: Range<Int>) -> Int? {
    if word.count >= 5, isEmail(word) || isToken(word) || isPhoneNumber(word) || isHexadecimalSecret(word) {
      found.append(word)
    }
    guard let value = hiddenValue(after: word) else { return nil }
    found.append(value)
    return value.upperBound
  }

  private func hiddenValue(after word: Range<Int>) -> Range<Int>? {
    guard word.upperBound < bytes.count else { return nil }
    switch bytes[word.upperBound] {
    case UInt8(ascii: "="):
      guard rules.hidesField(text(word)) else { return nil }
      let value = value(from: word.upperBound + 1)
      return value.isEmpty ? nil : value
    case UInt8(ascii: ":"):
      guard rules.hides(text(word)) || text(word).lowercased() == "authorization" else { return nil }
      var start = word.upperBound + 1
      while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
      // In a sentence, shorter words after a colon are no secrets.
      let value = value(from: start)
      return value.count >= 16 ? value : nil
    case UInt8(ascii: " "):
      let value = value(from: word.upperBound + 1)
      if text(word) == "PRIVATE", text(value).hasPrefix("KEY-----") { return 0..<bytes.count }
      if value.count >= 6, ["Bearer", "bearer", "Basic", "basic"].contains(text(word)) { return value }
      // Amazon's refusal repeats the signature in brackets.
      guard bytes[value].first == UInt8(ascii: "["), let end = bytes[value].firstIndex(of: UInt8(ascii: "]")),
        end - value.lowerBound > 16, rules.hides(text(word))
      else { return nil }
      return value.lowerBound + 1..<end
    default: return nil
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A value up to the next separator of queries and headers, or a space.
  private func value(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] > 0x20, !#"&#;,"'<>\"#.utf8.contains(bytes[end]) { end += 1 }
    return start..<end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte > 0x7F || "._%+@~-".utf8.contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  // MARK: Patterns

  private func isEmail(_ word: Range<Int>) -> Bool {
    let at = word.dropFirst().first { index in
      bytes[index] == UInt8(ascii: "@")
        || (bytes[index] == UInt8(ascii: "%") && bytes[index..<word.upperBound].starts(with: "%40".utf8))
    }
    return at.map { bytes[$0..<word.upperBound].contains(UInt8(ascii: ".")) } ?? false
  }

  /// A JSON Web Token (RFC 7519): it begins with the Base64 of `{"`.
  private func isToken(_ word: Range<Int>) -> Bool {
    word.count >= 20 && bytes[word].starts(with: "eyJ".utf8) && bytes[word].count { $0 == UInt8(ascii: ".") } >= 2
  }

  /// An international number (E.164).
  private func isPhoneNumber(_ word: Range<Int>) -> Bool {
    (9...16).contains(word.count) && bytes[word.lowerBound] == UInt8(ascii: "+")
      && bytes[word].dropFirst().allSatisfy(Self.isDigit)
  }

  private func isHexadecimalSecret(_ word: Range<Int>) -> Bool {
    rules.hexadecimalSecrets.contains(word.count)
      && bytes[word].allSatisfy { Self.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
  }

  /// The end of a card number: 13 to 19 digits with a check digit (ISO/IEC 7812-1), whole or in groups of four to six.
  /// Digits that follow in a group of their own are not counted.
  private func cardNumberEnd(from start: Int) -> Int? {
    guard (0x32...0x36).contains(bytes[start]), start == 0 || !Self.isLetterOrDigit(bytes[start - 1]) else {
      return nil
    }
    var digits: [UInt8] = []
    var group = 0
    var index = start
    var end: Int?
    while index < bytes.count, digits.count < 19 {
      if Self.isDigit(bytes[index]) {
        digits.append(bytes[index] - 0x30)
        group += 1
      } else if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "-"), (4...6).contains(group) {
        group = 0
      } else {
        break
      }
      index += 1
      let isWhole = index == bytes.count || !Self.isLetterOrDigit(bytes[index])
      if group > 0, isWhole, Self.isCardNumber(digits) { end = index }
    }
    return end
  }

  private static func isCardNumber(_ digits: [UInt8]) -> Bool {
    digits.count >= 13 && (digits[0] != 2 || digits.count == 16) && CheckDigit.fits(digits.map { Int($0) })
  }
}

/// The check digit at the end of card numbers (ISO/IEC 7812-1).
package enum CheckDigit {
  package static func fits(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.element * (digit.offset.isMultiple(of: 2) ? 1 : 2)
      return sum + value / 10 + value % 10
    }
    return sum.isMultiple(of: 10)
  }
}
