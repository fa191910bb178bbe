import FerryCore

/// Finds keys that a person has typed in place of a random one. It is an estimate: a key that passes may still be known.
enum GuessableKey {
  /// The least bits that a key has to have; random ones of 24 digits have more.
  private static let least = 48

  /// True if a key consists of a few characters, repeats itself, or counts up or down.
  /// - Parameter key: With or without the first letters that tell its mode.
  static func isGuessable(_ key: Secret<String>) -> Bool {
    let text = key.reveal()
    let prefix = ["sk_test_", "sk_live_"].first { text.hasPrefix($0) } ?? ""
    return bits(Array(text.utf8.dropFirst(prefix.utf8.count))) < least
  }

  /// Each character counts that does not follow from the two before it: as the third of three that were there already, or as
  /// the next of a row.
  private static func bits(_ text: [UInt8]) -> Int {
    var seen: Set<[UInt8]> = []
    let unexpected = text.indices.count { index in
      guard index >= 2 else { return true }
      let three = Array(text[index - 2...index])
      let step = Int(three[2]) - Int(three[1])
      let continues = abs(step) <= 1 && step == Int(three[1]) - Int(three[0])
      return seen.insert(three).inserted && !continues
    }
    let bitsOfCharacter = Int.bitWidth - max(1, Set(text).count - 1).leadingZeroBitCount
    return unexpected * bitsOfCharacter
  }
}
