import ArgumentParser
import FerryCore
public import FerrySandbox

/// The options of `ferry sandbox` for the test bank.
public struct CommandOptions: SandboxOptions {
  @Option(help: ArgumentHelp("The URL to post notifications to. Default: none.", valueName: "url"))
  var notify: String?

  public init() {}

  public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule {
    var place = place
    place.notificationURL = notify
    return try Sandbox(place)
  }

  public func shopSettings(_ place: SandboxPlace) throws -> [(name: String, value: String)] {
    [("address", "\(place.origin)"), ("login", DemoAccount.login), ("secret", try DemoAccount.secret(place).reveal())]
  }

  public static var guide: String {
    """
    TEST BANK: a sandbox of an invented bank: payments on its page, captures at
    once or later, refunds, notifications.

    \(SandboxGuide.control(
      faults: #"{"kind": "simulate", "code": "too-much", "operation": "refund"}"#,
      operations: BankCall.Operation.allCases.map(\.rawValue),
      page: """
        opens a payment page as the buyer
        {"order": "1001", "nextAction": {"url": "PAGE"}}
        """,
      buyer: """
        {"order": "1001", "act": "approve", "details": {"decision": "later"}}
        """))

    CONTROL API OF THE TEST BANK ALONE, below /control/test-bank
      POST payments/ID/refund           {"amount": "30.00"}; all without amount
      POST payments/ID/authorize        {}: the pending payment; also refuse
    """
  }
}
