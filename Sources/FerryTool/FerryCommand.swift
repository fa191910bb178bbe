import ArgumentParser
import FerryModule
import Foundation

@main
struct FerryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ferry", abstract: "Run and operate a checkout server for payment providers' hosted pages.",
    version: FerryVersion.text,
    subcommands: [
      DemoCommand.self, ServeCommand.self, StoreCommand.self, ConfigCommand.self, SandboxCommand.self,
      CheckoutsCommand.self, PaymentsCommand.self, DisputesCommand.self, ReconcileCommand.self, ReportsCommand.self,
      WebhooksCommand.self,
      ListenCommand.self, TriggerCommand.self, LinksCommand.self, DoctorCommand.self, TrustCommand.self,
    ] + Providers.modules.flatMap { $0.commands })

  static func main() async {
    let written = Array(CommandLine.arguments.dropFirst())
    if let mistake = UnknownCommand(in: written, below: Self.self) {
      printNote("\(mistake)")
      exit(withError: ExitCode.validationFailure)
    }
    do {
      var command = try await asyncParseAsRoot(SignedValues.joined(written))
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
    } catch {
      guard let advised = UnknownOption.advised(fullMessage(for: error)) else { exit(withError: error) }
      printNote(advised)
      exit(withError: exitCode(for: error))
    }
  }
}
