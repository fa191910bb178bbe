public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// A setting with its value.
public struct Setting<Value> {
  public let key: ConfigurationKey
  public let value: Value
}

/// The settings of one account at a provider. A field is declared by the call that reads it, with its name, a sentence for people
/// and an example, so that documentation and reading cannot differ. Every problem is reported, with the field that has it.
///
/// All fields must be declared in every run: `ProviderModule.keys` runs the declarations without any values.
public struct AccountSettings {
  public let account: AccountName
  public let mode: Mode
  /// True if an account for live payments is set up at the same provider. Then nothing may be a sandbox.
  public let isBesideLive: Bool
  /// The declared fields, in the order of `ferry config --example`.
  public private(set) var keys: [ConfigurationKey] = []
  private(set) var reader: SettingsReader
  private let folder: String
  private let problemsBefore: Int

  /// - Parameter folder: The common beginning of the names: "ferry.amazonPay.test".
  init(_ account: AccountName, _ mode: Mode, folder: String, isBesideLive: Bool, _ reader: SettingsReader) {
    self.account = account
    self.mode = mode
    self.folder = folder
    self.isBesideLive = isBesideLive
    self.reader = reader
    problemsBefore = reader.problems.count
  }

  public var isLive: Bool { mode == .live }

  /// True if a problem of this account was reported.
  public var hasProblems: Bool { reader.problems.count > problemsBefore }

  public func isSet<Value>(_ setting: Setting<Value>) -> Bool { reader.isSet(setting.key) }

  // MARK: Problems

  public mutating func refuse(_ key: ConfigurationKey, _ detail: String, showsExample: Bool = true) {
    reader.refuse(key, detail, showsExample: showsExample)
  }

  public mutating func refuse<Value>(_ setting: Setting<Value>, _ detail: String, showsExample: Bool = true) {
    reader.refuse(setting.key, detail, showsExample: showsExample)
  }

  /// Refuses the settings of a provider's account, which are declared by the names that the provider's client has for them. A
  /// problem of a setting that is not declared is reported at the first field.
  public mutating func refuse<Kind: RawRepresentable<String>>(_ problems: SettingProblems<Kind>) {
    let (keys, folder) = (keys, folder)
    refuse(problems) { setting in keys.first { $0.name == "\(folder).\(setting.rawValue)" } ?? keys.first }
  }

  /// Refuses the settings of a provider's account.
  /// - Parameter key: The field of a setting; nil to leave its problem out.
  public mutating func refuse<Kind>(_ problems: SettingProblems<Kind>, _ key: (Kind) -> ConfigurationKey?) {
    for problem in problems.problems { if let key = key(problem.setting) { refuse(key, problem.advice) } }
  }

  /// Refuses a sandbox beside an account for live payments.
  public mutating func refuseSandboxBesideLive<Value>(_ setting: Setting<Value>) {
    refuse(
      setting,
      "Beside an account for live payments there is no sandbox. Leave it out, or try it on a server of its own.")
  }

  /// Refuses an address on this machine for live payments.
  /// - Returns: True if it is refused.
  @discardableResult
  public mutating func refuseLocal(_ setting: Setting<String?>, provider: String) -> Bool {
    guard isLive, Loopback.isAddress(setting.value) else { return false }
    refuse(setting, "Live payments go to \(provider), never to this machine.")
    return true
  }

  // MARK: Texts

  /// A text as it is written; nil if it is not set. A required one is checked by its user.
  public mutating func text(
    _ name: String, _ about: String, example: String, isRequired: Bool = false
  ) -> Setting<String?> {
    let key = declare(name, about, example, isRequired: isRequired)
    return Setting(key: key, value: reader.text(key))
  }

  /// A text that is never shown; empty if it is not set.
  public mutating func secret(_ name: String, _ about: String, example: String) -> Setting<Secret<String>> {
    let key = declare(name, about, example, isRequired: true, isSecret: true)
    return Setting(key: key, value: Secret(reader.text(key) ?? ""))
  }

  /// A file with a secret, and beside it the secret itself in place of the file.
  /// - Returns: The secret with the setting that has it; nil if it is refused.
  public mutating func secretInFile(
    _ file: (name: String, about: String, example: String), orText text: (name: String, about: String, example: String),
    missing advice: String
  ) -> Setting<Secret<String>>? {
    let fileKey = declare(file.name, file.about, file.example, isRequired: true, isSecretFile: true)
    let textKey = declare(text.name, text.about, text.example, isSecret: true)
    switch (reader.text(textKey), reader.text(fileKey)) {
    case (nil, nil): refuse(fileKey, advice)
    case (_?, _?): refuse(fileKey, "The key is given twice, here and in \(textKey.name). Leave one of them out.")
    case (let secret?, nil): return Setting(key: textKey, value: Secret(secret))
    case (nil, let path?) where path.contains("-----"):
      refuse(fileKey, "This is the key itself. Give it in \(textKey.name), or name a file.")
    case (nil, _?): return reader.file(fileKey).map { Setting(key: fileKey, value: Secret($0)) }
    }
    return nil
  }

  /// The text of a setting's file; nil if it is not set, or the file cannot be read, which is reported.
  public mutating func contents(of setting: Setting<String?>) -> String? { reader.file(setting.key) }

  /// The same file, byte for byte.
  public mutating func bytes(of setting: Setting<String?>) -> [UInt8]? { reader.bytes(setting.key) }

  // MARK: Values

  /// A text that is read as a value; nil if it is not set, or is refused with `advice`. A required one is refused if it is
  /// missing, too.
  public mutating func value<Value>(
    _ name: String, _ about: String, example: String, default fallback: String? = nil, isRequired: Bool = false,
    otherwise advice: String, showsExample: Bool = true, _ parse: (String) -> Value?
  ) -> Setting<Value?> {
    let key = declare(name, about, example, default: fallback, isRequired: isRequired)
    let text = reader.text(key)
    let value = text.flatMap(parse)
    if value == nil, isRequired || text != nil { refuse(key, advice, showsExample: showsExample) }
    return Setting(key: key, value: value)
  }

  /// One of the names of an enumeration; nil if it is not set, or is refused.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ about: String, default fallback: Choice, otherwise advice: String? = nil
  ) -> Choice {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return value(
      name, about, example: fallback.rawValue, default: fallback.rawValue,
      otherwise: advice ?? "Write one of \(names), or leave it out.", showsExample: advice != nil,
      Choice.init(rawValue:)
    ).value ?? fallback
  }

  /// True for "yes"; false for "no", and if it is not set or is refused.
  /// - Parameter fallback: Nil shows no default.
  public mutating func flag(
    _ name: String, _ about: String, example: String = "no", default fallback: String? = "no"
  ) -> Setting<Bool> {
    let key = declare(name, about, example, default: fallback)
    return Setting(key: key, value: reader.flag(key))
  }

  /// A whole number in a range; the default if it is not set or is refused.
  public mutating func number(_ name: String, _ about: String, _ range: ClosedRange<Int>, default fallback: Int) -> Int
  {
    let key = declare(name, about, "\(fallback)", default: "\(fallback)")
    return reader.number(key, range)
  }

  /// A time in whole units of some seconds; the default if it is not set or is refused.
  public mutating func time(
    _ name: String, _ about: String, _ range: ClosedRange<Int>, default fallback: Int, seconds unit: Int
  ) -> Duration {
    .seconds(number(name, about, range, default: fallback) * unit)
  }

  /// A time in whole units of some seconds; nil for 0, and `usual` if it is not set. No default is shown.
  public mutating func time(
    _ name: String, _ about: String, example: String, _ range: ClosedRange<Int>, seconds unit: Int, usual: Duration?
  ) -> Duration? {
    let key = declare(name, about, example)
    guard reader.isSet(key) else { return usual }
    let number = reader.number(key, range)
    return number == 0 ? nil : .seconds(number * unit)
  }

  // MARK: Lists

  /// Texts with commas between; empty if they are not set.
  public mutating func list(
    _ name: String, _ about: String, example: String, default fallback: String? = nil
  ) -> Setting<[String]> {
    let key = declare(name, about, example, default: fallback)
    return Setting(key: key, value: reader.list(key))
  }

  /// Texts with commas between that are read as values; nil if they are not set. Those that cannot be read are refused with
  /// `advice`, and left out.
  public mutating func values<Value>(
    _ name: String, _ about: String, example: String, default fallback: String? = nil, otherwise advice: String,
    _ parse: (String) -> Value?
  ) -> [Value]? {
    let texts = list(name, about, example: example, default: fallback)
    guard !texts.value.isEmpty else { return nil }
    let values = texts.value.compactMap(parse)
    if values.count != texts.value.count { refuse(texts, advice) }
    return values
  }

  /// Times in seconds since a buyer left to pay, each later than the one before; `usual` if they are not set or are refused.
  public mutating func quietSeconds(provider: String, usual: [Duration]) -> [Duration] {
    let key = declare(
      "quietSeconds",
      "When \(provider) is asked about a buyer who went to pay and is silent: seconds since they went, with commas between.",
      usual.map { "\($0.components.seconds)" }.joined(separator: ","))
    return reader.schedule(key) ?? usual
  }

  /// Whole numbers with commas between; nil if they are not set or are refused.
  public mutating func numbers(
    _ name: String, _ about: String, example: String, _ range: ClosedRange<Int>
  ) -> [Int]? {
    let key = declare(name, about, example)
    return reader.numbers(key, range)
  }

  // MARK: The button

  /// The image of a provider's button, by a setting of all accounts. Without the provider's artwork it is Ferry's drawing,
  /// which is for testing only.
  public mutating func buttonImage(_ key: ConfigurationKey) -> ButtonImage? {
    guard let text = reader.text(key) else { return isBesideLive ? nil : .drawing }
    let image = ButtonImage(text) { reader.file(at: $0) }
    if image == nil, !reader.problems.contains(where: { $0.name == key.name }) {
      refuse(key, "Name an SVG file without scripts that Ferry's user may read, or a whole https address.")
    }
    return image
  }

  /// An example file has one account, for testing: a field of any other is optional in it.
  private mutating func declare(
    _ name: String, _ about: String, _ example: String, default fallback: String? = nil, isRequired: Bool = false,
    isSecret: Bool = false, isSecretFile: Bool = false
  ) -> ConfigurationKey {
    let key = ConfigurationKey(
      "\(folder).\(name)", about, example: example, default: fallback,
      isOptional: !isRequired || isLive || account != .main, isSecret: isSecret, isSecretFile: isSecretFile)
    keys.append(key)
    return key
  }
}
