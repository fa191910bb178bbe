import ArgumentParser
import FerryCore
import FerryHTTP
import Foundation

struct AnswerDispute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Send evidence about a dispute to the provider.",
    usage: "ferry disputes answer [<options>] <checkout> <dispute>",
    discussion: """
      Only Amazon Pay takes evidence through Ferry; answer other disputes where you were told of them. All evidence is sent \
      once, together. To accept a dispute, use Seller Central.

      Evidence has one of these types: \(EvidenceArgument.types). Files may be \(EvidenceArgument.fileTypes).

      Example:
        ferry disputes answer A-1042 S03-1234567-1234567-B123456 \\
          --text trackingNumber=1Z999AA10123456784 --file receipt=invoice.pdf
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Argument(help: "The provider's id of the dispute.") var dispute: String

  @Option(
    name: .customLong("text"), help: ArgumentHelp("Evidence as a text. Repeat for more.", valueName: "type=text"),
    transform: EvidenceArgument.read)
  var texts: [EvidenceArgument] = []

  @Option(
    name: .customLong("file"), help: ArgumentHelp("Evidence in a file. Repeat for more.", valueName: "type=path"),
    transform: EvidenceArgument.read)
  var files: [EvidenceArgument] = []

  @Option(
    help: ArgumentHelp(
      "A key of your choice. Repeat the command with the same key to retry it safely.", valueName: "key"))
  var idempotencyKey: String?

  func validate() throws {
    if texts.isEmpty, files.isEmpty { throw ValidationError("Name evidence with --text or --file.") }
  }

  func run() async throws {
    let key = idempotencyKey ?? SystemRandomness().token()
    let evidence = texts.map { EvidenceBody(type: $0.type, text: $0.value) } + (try files.map { try $0.file() })
    let answer: ServerClient.Answer<DisputeBody> = try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      return try await server.post(
        "/v1/checkouts/\(id)/disputes/\(dispute)/answer", AnswerDisputeBody(evidence: evidence), key: key)
    }
    switch answer.body.answer?.state {
    case "sent": print("The answer was sent. The dispute is now \(answer.body.state).")
    case "sending":
      print("The answer is being sent. `ferry disputes show \(argument.checkout)` shows when it has arrived.")
    case "stopped":
      throw CommandFailure(
        "The answer was given up: the dispute has ended, the buyer was erased, or it is not known whether it arrived. Look in the provider's console before you answer again."
      )
    default:
      throw CommandFailure(
        "The answer was not taken. `ferry checkouts show \(argument.checkout)` shows the provider's reason.")
    }
  }
}

/// `type=text` or `type=path`.
struct EvidenceArgument {
  static let types = EvidenceType.allCases.map(\.rawValue).joined(separator: ", ")
  static let fileTypes = EvidenceFileType.allCases.map(\.rawValue).joined(separator: ", ")

  let type: EvidenceType
  let value: String

  static func read(_ argument: String) throws -> Self {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let type = EvidenceType(rawValue: parts[0]) else {
      throw ValidationError("Write a type, =, and the evidence. Types: \(types).")
    }
    return Self(type: type, value: parts[1])
  }

  func file() throws -> EvidenceBody {
    guard let file = EvidenceFileType(fileName: value) else {
      throw CommandFailure("\(value) is not evidence. Convert it to \(Self.fileTypes).")
    }
    guard let content = FileManager.default.contents(atPath: value) else {
      throw CommandFailure("The file \(value) cannot be read.")
    }
    guard file.matches(Array(content)) else {
      throw CommandFailure(
        "\(value) is not a \(file.rawValue) file. Give it the ending of its true type, or convert it.")
    }
    return EvidenceBody(type: type, file: file, content: content.base64EncodedString())
  }
}
