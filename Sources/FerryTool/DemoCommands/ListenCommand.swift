import ArgumentParser
import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerryServer
import FerryWeb
import Foundation
import Hummingbird
import HummingbirdCore

struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Receive webhooks on this machine, print them, and forward them.",
    usage: "ferry listen [<options>]",
    discussion: """
      It verifies the signature of each message. It answers a genuine message with 204, or forwards it with the same body and \
      headers and passes on the answer. It answers any other message with 401.

      While `ferry demo` runs, it receives the webhooks of the demo's shop `sample` at \(DemoSampleShop.usualSite). For a \
      server of your own, add an endpoint for test payments to its settings, with the address that this command prints and \
      a secret from `ferry webhooks secret`.

      Examples:
        ferry listen
        ferry listen --forward http://localhost:3000/webhooks
        ferry listen --secret-file secret.txt --port 9000 --json

      Then send a webhook of the demo: ferry trigger paid --shop sample
      """)

  @Option(
    help: ArgumentHelp(
      "The folder of a demo on this machine, with the secret of its shop `sample`.", valueName: "folder"),
    completion: .directory)
  var data = DemoPlaceOptions.usualFolder

  @Option(
    help: ArgumentHelp("The file with the endpoint's secret, instead of the demo's.", valueName: "file"),
    completion: .file())
  var secretFile: String?

  @Option(help: ArgumentHelp("The port to listen on.", valueName: "number")) var port = 8000

  @Option(
    help: ArgumentHelp("The URL of your receiver, which gets every genuine message.", valueName: "url"))
  var forward: String?

  @OptionGroup var output: JSONOption

  func validate() throws {
    try ClosedRange<Int>.ports.require(port, of: "--port")
    if let forward, Link(external: forward) == nil {
      throw ValidationError(
        "--forward must be an https URL, or an http URL on this machine, such as http://localhost:3000/webhooks.")
    }
  }

  func run() async throws {
    let (secret, file) = try secret()
    do { try PortCheck.require(port, setting: "--port") } catch { throw CommandFailure(error) }
    let forward = forward.flatMap { Link(external: $0) }
    let announcement = announcement(file)
    try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      let receiver = WebhookReceiver(
        secrets: [secret],
        forward: forward.map { WebhookForwarding(address: $0, client: client, time: SystemTime()) }, time: SystemTime()
      ) { [json = output.json] message in
        printNow(json ? (try? JSONOutput.line(message)) ?? "" : message.line(.output))
      }
      let logger = ProgramLog.logger()
      let listener = Listener(
        receiver, server: .bounded(ConnectionLimits(stop: .seconds(1))), host: "127.0.0.1", port: port, logger: logger
      ) { [json = output.json] in
        // Then standard output has the messages alone.
        json ? printNote(announcement) : printNow(announcement)
      }
      try await ProcessServices(services: [listener], logger: logger).run()
    }
  }

  /// - Returns: The secret, and the file that holds it.
  private func secret() throws -> (WebhookSecret, file: String) {
    let file = secretFile ?? data + "/" + DemoSampleShop.webhookSecretName
    guard let text = InputFile.text(file) else {
      throw CommandFailure(
        secretFile == nil
          ? "No demo has run in \(data). Start one with `ferry demo`, or name its folder with --data. For another server, "
            + "use --secret-file with the secret of its endpoint."
          : "Cannot read the file \(file). Check its name and permissions.")
    }
    guard let secret = WebhookSecret(text: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure("The file \(file) contains no webhook secret. Create one with `ferry webhooks secret`.")
    }
    return (secret, file)
  }

  private func announcement(_ file: String) -> String {
    var lines = [
      "Listening. Stop with Control-C.", "", "  Address   http://localhost:\(port)/ferry/webhooks",
      "  Secret    \(file)",
    ]
    if let forward { lines.append("  Forward   \(forward)") }
    if secretFile == nil { lines.append("  Try it    ferry trigger paid --shop sample --data \(data)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
