import ArgumentParser
import FerryCore
import FerryEngine
import FerryHTTP
import FerrySandbox
import Foundation
import Testing

@testable import FerryTool

@Suite("ferry trigger, before anything is asked")
struct TriggerCommandTests {
  private func message(_ arguments: String...) -> String? {
    let error = #expect(throws: (any Error).self) { try TriggerCommand.parse(arguments) }
    return error.map { TriggerCommand.message(for: $0) }
  }

  @Test("A misspelt name or provider gets a suggestion, and an unknown one the list")
  func names() {
    #expect(message("payd")?.hasSuffix("Did you mean 'paid'?") == true)
    #expect(message("xyzzyx")?.contains("Use one of: paid, authorized, ") == true)
    #expect(message("paid", "--provider", "swedbank")?.contains("swedbank-pay") == true)
    #expect(message("paid", "--provider", "amazonpay")?.hasSuffix("Did you mean 'amazon-pay'?") == true)
    #expect(
      message("paid", "--provider", "stripe")
        == "Unknown provider 'stripe'. Use one of: \(Providers.sandboxes.ids.joined(separator: ", ")).")
  }

  @Test("The help has every name with its result, and every provider offers what its sandbox can do")
  func possible() throws {
    let help = TriggerCommand.helpMessage()
    for trigger in Trigger.allCases { #expect(help.contains("\n  \(trigger.rawValue.padded(to: 12))"), "\(trigger)") }
    let disputes = Providers.sandboxes.filter { Trigger.disputed.isPossible(at: $0) }.map { $0.id }
    #expect(disputes == ["amazon-pay", "placetopay"])
    let later = Providers.sandboxes.filter { Trigger.pending.isPossible(at: $0) }.map { $0.id }
    #expect(later == ["amazon-pay", "placetopay", "gmo-pg"])
    for sandbox in Providers.sandboxes { #expect(Trigger.refunded.isPossible(at: sandbox)) }
  }

  @Test("Without a demo it says how to start one, and makes no folder")
  func noDemo() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    let failure = await #expect(throws: CommandFailure.self) {
      try await TriggerCommand.parse(["paid", "--data", folder]).run()
    }
    #expect(failure?.description.hasPrefix("No demo has run in \(folder). Start one with `ferry demo`") == true)
    let impossible = await #expect(throws: CommandFailure.self) {
      try await TriggerCommand.parse(["disputed", "--provider", "swedbank-pay", "--data", folder]).run()
    }
    #expect(impossible?.description.hasSuffix("Use --provider with one of: amazon-pay, placetopay.") == true)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("The shops of the demo have keys of their own, and no other shop has one")
  func shops() throws {
    let folder = try DemoFolder(
      FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    #expect(try folder.secretKeyFile(of: nil) == folder.secretKeyFile(of: "demo"))
    #expect(try folder.secretKeyFile(of: "sample").hasSuffix("/sample-secret-key"))
    let failure = #expect(throws: CommandFailure.self) { try folder.secretKeyFile(of: "books") }
    #expect(failure?.description == "Unknown shop 'books'. Use one of: demo, sample.")
    #expect(folder.sandbox(of: "amazon-pay") == nil)
    try folder.write(try DemoSites(port: 3080).sandboxes)
    #expect(folder.sandbox(of: "amazon-pay")?.text == "http://127.0.0.1:3081")
    #expect(folder.sandbox(of: "no-such") == nil)
  }
}
