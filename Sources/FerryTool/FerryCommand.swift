import ArgumentParser
import FerryModule

@main
struct FerryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ferry", abstract: "Carries the buyer of an app to a payment provider's pages and safely back.",
    version: FerryVersion.text,
    subcommands: [
      DemoCommand.self, ServeCommand.self, DatabaseCommand.self, ConfigCommand.self, SandboxCommand.self,
      CheckoutsCommand.self, PaymentsCommand.self, ReconcileCommand.self, WebhooksCommand.self, LinksCommand.self,
      DoctorCommand.self, TrustCommand.self,
    ] + Providers.modules.flatMap { $0.commands })
}

enum FerryVersion {
  static let text = "0.1.0"
}
