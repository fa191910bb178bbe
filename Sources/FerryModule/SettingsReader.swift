public import Configuration

/// Reads settings one by one and collects all problems, instead of stopping at the first.
public struct SettingsReader {
  public private(set) var problems: [ConfigurationProblems.Entry] = []
  private let reader: ConfigReader
  private let file: (String) -> [UInt8]?

  /// - Parameters:
  ///   - reader: Gives settings by their dotted names.
  ///   - file: Gives a file's content; nil if it cannot be read.
  public init(_ reader: ConfigReader, file: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.reader = reader
    self.file = file
  }

  public mutating func refuse(_ key: ConfigurationKey, _ detail: String, showsExample: Bool = true) {
    problems.append(ConfigurationProblems.Entry(key, detail, showsExample: showsExample))
  }

  public mutating func refuse(_ entries: [ConfigurationProblems.Entry]) { problems += entries }

  /// - Throws: `ConfigurationProblems` with all that were reported.
  public func requireNoProblems() throws(ConfigurationProblems) {
    if !problems.isEmpty { throw ConfigurationProblems(problems) }
  }

  /// Nil if it is not set.
  public func text(_ key: ConfigurationKey) -> String? {
    reader.string(forKey: ConfigKey(key.name), isSecret: key.isSecret)
  }

  /// The text of the file that a setting names; nil if the setting is missing, or the file cannot be read, which is
  /// reported.
  public mutating func file(_ key: ConfigurationKey) -> String? { required(text(key).flatMap { file(at: $0) }, key) }

  /// The same file, byte for byte.
  public mutating func bytes(_ key: ConfigurationKey) -> [UInt8]? { required(text(key).flatMap { file($0) }, key) }

  private mutating func required<Content>(_ content: Content?, _ key: ConfigurationKey) -> Content? {
    if content == nil, text(key) != nil {
      refuse(key, "The file cannot be read. Check its name, and that Ferry's user may read it.")
    }
    return content
  }

  /// The text of a file in UTF-8, without a byte order mark; nil if it cannot be read.
  public func file(at path: String) -> String? {
    file(path).flatMap { bytes in
      String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    }
  }

  /// Empty if it is not set.
  public func list(_ key: ConfigurationKey) -> [String] {
    reader.stringArray(forKey: ConfigKey(key.name), isSecret: key.isSecret) ?? []
  }

  /// A list of names: each has 1 to 32 lower-case letters, digits and hyphens, begins with a letter, and is there once.
  /// Nil if one is malformed.
  public func names(_ key: ConfigurationKey) -> [String]? {
    let names = list(key)
    let isWritable = names.allSatisfy { name in
      (1...32).contains(name.utf8.count) && name.first?.isLowercase == true
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
    return isWritable && Set(names).count == names.count ? names : nil
  }

  /// Returns true for a text or a number. Ferry's own sources have texts only, but a source of another program may have numbers.
  public func isSet(_ key: ConfigurationKey) -> Bool {
    let (name, isSecret) = (ConfigKey(key.name), key.isSecret)
    return reader.string(forKey: name, isSecret: isSecret) != nil || reader.int(forKey: name, isSecret: isSecret) != nil
      || reader.double(forKey: name, isSecret: isSecret) != nil
  }

  /// True for "yes". False for "no", and if it is not set or is refused.
  public mutating func flag(_ key: ConfigurationKey) -> Bool {
    switch text(key) {
    case nil, "no": return false
    case "yes": return true
    default:
      refuse(key, "Write yes or no, or leave it out.")
      return false
    }
  }

  /// The number, or the key's default if it is not set or is refused.
  public mutating func number(_ key: ConfigurationKey, _ range: ClosedRange<Int>) -> Int {
    let configKey = ConfigKey(key.name)
    let fallback = key.fallback.flatMap { Int($0) } ?? range.lowerBound
    if let number = reader.int(forKey: configKey) {
      if range.contains(number) { return number }
    } else if !isSet(key) {
      return fallback
    }
    refuse(key, "Write a whole number from \(range.lowerBound) to \(range.upperBound), or leave it out.")
    return fallback
  }

  /// Times in seconds, each later than the one before; nil if they are not set or are refused.
  public mutating func schedule(_ key: ConfigurationKey) -> [Duration]? {
    guard let seconds = numbers(key, 1...86_400), !seconds.isEmpty else { return nil }
    if seconds != Set(seconds).sorted() { refuse(key, "Write each number larger than the one before.") }
    return seconds.map { .seconds($0) }
  }

  /// Several numbers; nil if they are not set or are refused.
  public mutating func numbers(_ key: ConfigurationKey, _ range: ClosedRange<Int>) -> [Int]? {
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
