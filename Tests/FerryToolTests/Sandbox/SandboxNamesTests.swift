import ArgumentParser
import Testing

@testable import FerryTool

@Suite("ferry sandbox")
struct SandboxNamesTests {
  private static let store = "amzn1.application-oa2-client.0123"

  private func parse(_ changes: [String: String]) throws {
    var options = [
      "--public-key": "public.pem", "--public-key-id": "SANDBOX-MYKEY", "--merchant-id": "A1B2C3D4E5F6G7",
      "--store-id": Self.store,
    ]
    options.merge(changes) { $1 }
    _ = try SandboxCommand.parse(options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  @Test("Ids in Amazon's form are taken", arguments: ["A1B2C3D4E5F6G7", "A1B2C3D4E5F6G"])
  func sound(_ merchant: String) throws { try parse(["--merchant-id": merchant]) }

  @Test(
    "Ids that Amazon does not give are refused, each with its form",
    arguments: [
      ("--merchant-id", "12"), ("--merchant-id", "a1b2c3d4e5f6g7"), ("--merchant-id", "A1B2C3D4E5F6G7H8I9"),
      ("--store-id", "foo"), ("--store-id", "amzn1.application-oa2-client."),
      ("--store-id", "amzn1.application-oa2-client.a b"), ("--public-key-id", "mykey"), ("--public-key-id", ""),
    ])
  func refused(_ option: String, _ value: String) {
    do {
      try parse([option: value])
      Issue.record("This was taken: \(option) \(value)")
    } catch {
      let message = SandboxCommand.fullMessage(for: error)
      #expect(message.contains("\(option) has to"), "\(message)")
    }
  }

  @Test("All that is wrong is told at once")
  func all() {
    #expect(SandboxNames.problems(merchantId: "12", storeId: "foo", publicKeyId: "?").count == 3)
  }

  @Test("What the help says beside the options fits a terminal of 80 columns")
  func columns() {
    for text in [SandboxGuide.text, DoctorCommand.configuration.discussion] {
      for line in text.split(separator: "\n") { #expect(line.count <= 78, "\(line)") }
    }
  }
}
