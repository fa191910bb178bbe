public import AmazonPay
public import Configuration
package import FerryCore

/// The Amazon Pay accounts that are set up below `ferry.amazonPay`, at most one for each mode.
///
/// They are read here, and not in `AmazonPay`: that module is also a client for programs that use nothing else of Ferry,
/// which bring their settings in their own way and shall not have to resolve a configuration library.
public struct AmazonPaySettings: Sendable {
  public let providers: [AmazonPayProvider]
  /// The image of the button; nil when live payments have none, for our own drawing is for testing.
  public let button: ButtonImage?

  /// - Parameter file: Gives a file's text; nil when it cannot be read.
  /// - Throws: `ConfigurationProblems` with all of them.
  public init(reader: ConfigReader, file: (String) -> String?) throws(ConfigurationProblems) {
    var settings = SettingsReading(reader)
    let read = Self.read(&settings, file: file)
    guard settings.problems.isEmpty else { throw ConfigurationProblems(settings.problems) }
    self = read
  }

  private init(_ providers: [AmazonPayProvider], _ button: ButtonImage?) {
    self.providers = providers
    self.button = button
  }

  /// What is wrong stands in `settings` afterwards.
  package static func read(_ settings: inout SettingsReading, file: (String) -> String?) -> AmazonPaySettings {
    let modes = configuredModes(settings)
    if modes.isEmpty {
      settings.refuse(
        AmazonPaySettingNames(.test).merchantID,
        "There is no payment provider. Set up Amazon Pay for testing here, or below ferry.amazonPay.live.")
    }
    let standIn = AmazonPaySettingNames(.test).standInURL
    if modes.contains(.live), settings.text(standIn) != nil {
      // The start page is one for all checkouts: it would allow the stand-in's scripts to buyers who pay with real money.
      settings.refuse(
        standIn,
        "Beside an account for live payments there is no stand-in. Leave it out, or try it on a server of its own.")
    }
    let button = button(&settings, isLive: modes.contains(.live), file)
    return AmazonPaySettings(modes.compactMap { AmazonPayReading($0).provider(&settings, file) }, button)
  }

  private static func button(
    _ settings: inout SettingsReading, isLive: Bool, _ file: (String) -> String?
  ) -> ButtonImage? {
    guard let text = settings.text(buttonImage) else { return isLive ? nil : .drawing }
    let image = ButtonImage(text, file: file)
    if image == nil {
      settings.refuse(
        buttonImage, "Name an SVG file without scripts that Ferry's user may read, or a whole https address.")
    }
    return image
  }

  /// Where the button's image is.
  package static let buttonImage = ConfigurationKey(
    "ferry.amazonPay.buttonImage",
    "Amazon's artwork for the button in web views: an SVG file, or its https address; without it testing has a drawing.",
    example: "/etc/ferry/amazon-pay-button.svg", isOptional: true)

  /// The modes of which anything is set.
  package static func configuredModes(_ settings: SettingsReading) -> [Mode] {
    Mode.allCases.filter { mode in AmazonPaySettingNames(mode).all.contains { settings.text($0) != nil } }
  }

  /// The settings that there are.
  public static var keys: [ConfigurationKey] { [buttonImage] + Mode.allCases.flatMap { AmazonPaySettingNames($0).all } }

  /// The setting that a mode is set up by, to be named where the mode is missing or out of place.
  package static func firstKey(_ mode: Mode) -> ConfigurationKey { AmazonPaySettingNames(mode).merchantID }
}
