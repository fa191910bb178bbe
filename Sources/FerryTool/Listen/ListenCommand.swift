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
    commandName: "listen", abstract: "Receives webhooks on this machine, prints them, and forwards them.",
    discussion: """
      It takes the place of a shop's receiver, and verifies each message as a receiver must. A genuine one is answered with \
      204, or forwarded, with the same body and headers, and answered as the receiver there does. Any other is answered with 401.

      Beside `ferry demo` it receives the messages of the demo's shop `sample`, whose address is \(DemoSampleShop.usualSite) \
      unless --shop-url named another one. For a server of your own, name an endpoint for test payments in its settings, with \
      the address that is printed here and a secret from `ferry webhooks secret`.

        ferry listen                                 then: ferry trigger paid --shop sample
        ferry listen --forward http://localhost:3000/webhooks
        ferry listen --secret-file secret.txt --port 9000 --json      one line for each message
      """)

  @Option(
    help: "The folder of a demo on this machine: the secret is that of its shop `sample`.", completion: .directory)
  var data = DemoPlaceOptions.usualFolder

  @Option(
    help: ArgumentHelp("A file with the secret of the endpoint, instead of the demo's.", valueName: "file"),
    completion: .file())
  var secretFile: String?

  @Option(help: "The port to listen on.") var port = 8000

  @Option(help: ArgumentHelp("The whole address of your receiver, which gets every genuine message.", valueName: "url"))
  var forward: String?

  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("\(port) is no port. A port is 1 to 65535.") }
    if let forward, Link(external: forward) == nil {
      throw ValidationError(
        "--forward takes a whole address, such as http://localhost:3000/webhooks: https, or http to this machine.")
    }
  }

  func run() async throws {
    let (secret, file) = try secret()
    do { try PortCheck.require(port, setting: "--port") } catch { throw StartFailure(error) }
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
  /// - Throws: `CommandFailure` if there is no such file, or if it holds no secret.
  private func secret() throws -> (WebhookSecret, file: String) {
    let file = secretFile ?? data + "/" + DemoSampleShop.webhookSecretName
    guard let text = FileManager.default.contents(atPath: file).flatMap({ String(bytes: $0, encoding: .utf8) }) else {
      throw CommandFailure(
        secretFile == nil
          ? "No demo has run in \(data). Start it with `ferry demo`, or name its folder with --data. For another server name "
            + "a file with the secret of its endpoint: --secret-file."
          : "The file \(file) cannot be read. Check its name, and that you may read it.")
    }
    guard let secret = WebhookSecret(text: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure("The file \(file) holds no secret of webhooks. `ferry webhooks secret` makes one.")
    }
    return (secret, file)
  }

  private func announcement(_ file: String) -> String {
    var lines = [
      "Listening. Stop with Control-C.", "", "  Address   http://localhost:\(port)/ferry/webhooks",
      "  Secret    in the file \(file)",
    ]
    if let forward { lines.append("  Forward   \(forward)") }
    if secretFile == nil { lines.append("  Try it    ferry trigger paid --shop sample --data \(data)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
