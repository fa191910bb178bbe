import ArgumentParser

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows the settings that `ferry serve` would start with, or what is wrong with them.",
    discussion: "Secrets are not shown. Ends with 1 when something is wrong.")

  @OptionGroup var config: ConfigOptions

  @Flag(help: "Print a file to begin with: every setting, what it decides, and an example.")
  var example = false

  func run() async throws {
    if example {
      return print(ExampleFile(shops: ["main"], apps: ["shop-ios"], webhooks: ["orders"]).text, terminator: "")
    }
    let sources = try config.sources()
    _ = try config.configuration(sources)
    print(SettingsListing(sources, ServeConfiguration.keys(sources)).text)
  }
}
