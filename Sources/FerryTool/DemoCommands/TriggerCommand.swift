import ArgumentParser
import DemoShop
import FerryCore
import FerryHTTP
import FerrySandbox

struct TriggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Trigger an event in a running demo: a payment, a declined card, a dispute.",
    usage: "ferry trigger [<event>] [<options>]",
    discussion: """
      A scripted buyer orders one tablet and acts on the provider's pages through the sandbox's control API. The server does \
      all its work: checkouts, webhooks and ledger are the same as for a buyer in a browser.

      Events:
      \(HelpList.text(Trigger.allCases.map { ($0.rawValue, $0.meaning) }))

      Examples:
        ferry trigger paid
        ferry trigger pending --provider placetopay
        ferry trigger declined --shop sample
      """)

  @Argument(
    help: ArgumentHelp(
      "The event to trigger. Without it, the command lists the provider's events.", valueName: "event"),
    completion: .list(events))
  var name: String?

  @Option(
    help: ArgumentHelp("The provider: \(Providers.sandboxes.ids.joined(separator: ", ")).", valueName: "id"),
    completion: .list(Providers.sandboxes.ids))
  var provider = Providers.sandboxes[0].id

  @Option(
    help: ArgumentHelp(
      "The shop of the order: \(DemoMerchant.own), or \(DemoMerchant.sample) for a shop of your own.", valueName: "name"
    ))
  var shop = DemoMerchant.own.text

  @Option(help: ArgumentHelp("The folder of the demo.", valueName: "folder"), completion: .directory)
  var data = DemoPlaceOptions.usualFolder

  @OptionGroup var output: JSONOption

  private static let events = Trigger.allCases.map(\.rawValue)

  func validate() throws {
    if let name, Trigger(rawValue: name) == nil {
      throw ValidationError(UnknownName.message("event", name, among: Self.events))
    }
    _ = try Providers.sandboxes.module(provider)
  }

  func run() async throws {
    let module = try Providers.sandboxes.module(provider)
    guard let trigger = name.flatMap({ Trigger(rawValue: $0) }) else { return try list(module) }
    guard trigger.isPossible(at: module) else {
      let others = Providers.sandboxes.filter { trigger.isPossible(at: $0) }.ids
      throw CommandFailure(
        "The sandbox of \(module.name) cannot trigger this. Use --provider with one of: \(others.joined(separator: ", "))."
      )
    }
    let access = try ServerAccess(demoIn: data, shop: shop)
    guard let sandbox = try DemoFolder(data).sandbox(of: provider) else {
      throw CommandFailure(
        "The demo in \(data) runs without \(module.name). Restart it with `ferry demo`, or choose another --provider.")
    }
    let outcome = try await TriggeredCheckout.run(trigger, at: module, sandbox, access)
    let checkout = outcome.checkout
    if output.json { return print(try JSONOutput.text(checkout)) }
    let phase = TerminalColors.output.paint(checkout.phase.rawValue, checkout.phase.color)
    let decline = checkout.decline.map { ", after a declined payment: \($0)" } ?? ""
    let options = "--data \(data)" + (shop == DemoMerchant.own.text ? "" : " --shop \(shop)")
    print("Checkout \(checkout.id) of order \(checkout.orderReference) is \(phase)\(decline).")
    if let refund = outcome.refund { print("The refund of \(refund.amount.display) \(refund.state.result).") }
    print("See it: ferry checkouts show \(checkout.id) \(options)")
  }

  private func list(_ module: any SandboxModule.Type) throws {
    let possible = Trigger.allCases.filter { $0.isPossible(at: module) }
    if output.json {
      return print(try JSONOutput.text(["triggers": possible.map { ["name": $0.rawValue, "meaning": $0.meaning] }]))
    }
    let rows = possible.map { [TextCell($0.rawValue), TextCell($0.meaning)] }
    print(TextTable.text(rows, heading: ["EVENT", "WITH \(module.name.uppercased())"], colors: .output))
  }
}

extension OperationState {
  fileprivate var result: String {
    self == .succeeded ? "succeeded" : "is pending: the provider has not decided yet"
  }
}

/// Something that a scripted buyer brings about in the demo.
enum Trigger: String, CaseIterable, Sendable {
  case paid
  case authorized
  case declined
  case cancelled
  case abandoned
  case pending
  case held
  case refunded
  case disputed

  /// For people: the result.
  var meaning: String {
    switch self {
    case .paid: "the buyer pays, and the payment is captured"
    case .authorized: "the buyer pays; you capture the payment with `ferry payments capture`"
    case .declined: "the buyer's card is declined; if the provider's page accepts another card, the checkout continues"
    case .cancelled: "the buyer cancels on the provider's page"
    case .abandoned: "the buyer closes the browser on the provider's page; Ferry asks until the checkout expires"
    case .pending: "the buyer pays, and the provider decides later; the buyer sees \"We are confirming your payment\""
    case .held: "the provider reports another amount; you decide with `ferry checkouts resolve`"
    case .refunded: "the buyer pays, and the shop refunds the payment"
    case .disputed: "the buyer pays and later disputes the payment; the payment has an open dispute"
    }
  }

  /// True if a provider's sandbox can do it.
  func isPossible(at module: any SandboxModule.Type) -> Bool {
    switch self {
    case .pending: module.laterDecision != nil
    case .disputed: module.dispute != nil
    case .paid, .authorized, .declined, .cancelled, .abandoned, .held, .refunded: true
    }
  }
}
