package import Configuration
import FerryCheckout
import FerryCore

/// Reads settings one by one and collects what is wrong, instead of stopping at the first.
package struct SettingsReading {
  package private(set) var problems: [ConfigurationProblems.Entry] = []
  private let reader: ConfigReader

  package init(_ reader: ConfigReader) { self.reader = reader }

  package mutating func refuse(_ key: ConfigurationKey, _ detail: String, showsExample: Bool = true) {
    problems.append(ConfigurationProblems.Entry(key, detail, showsExample: showsExample))
  }

  package mutating func refuse(_ entries: [ConfigurationProblems.Entry]) { problems += entries }

  /// Nil when it is not set.
  package func text(_ key: ConfigurationKey) -> String? {
    reader.string(forKey: ConfigKey(key.name), isSecret: key.isSecret)
  }

  /// Empty when it is not set.
  package func list(_ key: ConfigurationKey) -> [String] {
    reader.stringArray(forKey: ConfigKey(key.name), isSecret: key.isSecret) ?? []
  }

  /// The names that parts of the settings bear: 1 to 32 lower-case letters, digits and hyphens, with a letter first, each
  /// once. Nil when they are not written so.
  package func names(_ key: ConfigurationKey) -> [String]? {
    let names = list(key)
    let isWritable = names.allSatisfy { name in
      (1...32).contains(name.utf8.count) && name.first?.isLowercase == true
        && name.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
    }
    return isWritable && Set(names).count == names.count ? names : nil
  }

  /// One of the shops that are set up.
  mutating func shop(_ key: ConfigurationKey, among shopIDs: [String]) -> ShopID? {
    guard let name = text(key), shopIDs.contains(name) else {
      refuse(key, "Name one of the shops that are set up.")
      return nil
    }
    return ShopID(name)
  }

  package func isSet(_ key: ConfigurationKey) -> Bool {
    let key = ConfigKey(key.name)
    return reader.string(forKey: key) != nil || reader.int(forKey: key) != nil || reader.double(forKey: key) != nil
  }

  /// The number, or the key's default when it is not set or is refused.
  package mutating func number(_ key: ConfigurationKey, _ range: ClosedRange<Int>) -> Int {
    let configKey = ConfigKey(key.name)
    let fallback = key.fallback.flatMap { Int($0) } ?? range.lowerBound
    if let number = reader.int(forKey: configKey) {
      if range.contains(number) { return number }
    } else if reader.string(forKey: configKey) == nil, reader.double(forKey: configKey) == nil {
      return fallback
    }
    refuse(key, "Write a whole number from \(range.lowerBound) to \(range.upperBound), or leave it out.")
    return fallback
  }

  /// Several numbers; nil when they are not set or are refused.
  package mutating func numbers(_ key: ConfigurationKey, _ range: ClosedRange<Int>) -> [Int]? {
    let configKey = ConfigKey(key.name)
    let numbers = reader.intArray(forKey: configKey) ?? reader.int(forKey: configKey).map { [$0] }
    if let numbers, numbers.allSatisfy(range.contains) { return numbers }
    if numbers != nil || isSet(key) || reader.stringArray(forKey: configKey) != nil {
      refuse(
        key,
        "Write whole numbers from \(range.lowerBound) to \(range.upperBound) with commas between, or leave it out.")
    }
    return nil
  }
}
