import ArgumentParser
import FerryCore
import FerrySandbox
import FerryWeb
import Testing

@testable import AmazonPaySandbox

@Suite("The options of ferry sandbox for Amazon Pay")
struct ShopOptionsTests {
  private static let store = "amzn1.application-oa2-client.0123"

  private func parse(_ changes: [String: String]) throws {
    var options = [
      "--public-key": "public.pem", "--public-key-id": "SANDBOX-MYKEY", "--merchant-id": "A1B2C3D4E5F6G7",
      "--store-id": Self.store,
    ]
    options.merge(changes) { $1 }
    _ = try CommandOptions.parse(options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  @Test("Ids in Amazon's form are accepted", arguments: ["A1B2C3D4E5F6G7", "A1B2C3D4E5F6G"])
  func sound(_ merchant: String) throws { try parse(["--merchant-id": merchant]) }

  @Test(
    "Ids in another form are refused, each with the right form",
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
      let message = CommandOptions.fullMessage(for: error)
      #expect(message.contains("\(option) has to"), "\(message)")
    }
  }

  @Test("Without options there is a single merchant in Japan")
  func usual() throws {
    let command = try CommandOptions.parse([])
    let merchants = command.merchants(publicKey: "key")
    #expect(merchants.map(\.id) == [command.account.merchantId])
    #expect(merchants.first?.region == .japan)
    #expect(merchants.first?.publicKeys == [command.account.publicKeyId: "key"])
    #expect(merchants.first?.isPaymentServiceProvider == false)
  }

  @Test("Options set up a payment service provider and the merchants that it acts for")
  func provider() throws {
    let command = try CommandOptions.parse([
      "--payment-service-provider", "--mws-auth-token", "A2B3C4D5E6F7G8=amzn.mws.1", "--mws-auth-token",
      "A2B3C4D5E6F7G8=amzn.mws.2=3", "--store-id", Self.store, "--merchant-id", "A1B2C3D4E5F6G7",
    ])
    let merchants = command.merchants(publicKey: "key")
    #expect(merchants.map(\.id) == ["A1B2C3D4E5F6G7", "A2B3C4D5E6F7G8"])
    #expect(merchants.map(\.isPaymentServiceProvider) == [true, false])
    #expect(merchants[1].mwsAuthTokens == ["amzn.mws.1": "A1B2C3D4E5F6G7", "amzn.mws.2=3": "A1B2C3D4E5F6G7"])
    #expect(merchants[1].storeIDs == [Self.store])
    for wrong in ["amzn.mws.1", "A1B2C3D4E5F6G7=x", "short=x", "A2B3C4D5E6F7G8="] {
      #expect(throws: (any Error).self) {
        try CommandOptions.parse(["--mws-auth-token", wrong, "--merchant-id", "A1B2C3D4E5F6G7"])
      }
    }
  }

  @Test("The help lists every name that the control API accepts")
  func names() {
    let words = Set(CommandOptions.guide.split { $0 == " " || $0 == "\n" }.map { String($0) })
    let addresses = MerchantRegion.allCases.flatMap { ControlNames.addresses(in: $0) }
    for name in ControlNames.operations + FaultNames.kinds + ControlNames.buyerActions
      + ControlNames.cards + addresses + FaultNames.notificationKinds
      + ControlNames.notificationObjects
    { #expect(words.contains(name), "\(name)") }
  }

  @Test("All problems are reported at once")
  func all() {
    #expect(SandboxNames.problems(merchantId: "12", storeId: "foo", publicKeyId: "?").count == 3)
  }

  @Test("The help text fits a terminal of 80 columns")
  func columns() {
    for line in CommandOptions.guide.split(separator: "\n") { #expect(line.count <= 78, "\(line)") }
  }
}
