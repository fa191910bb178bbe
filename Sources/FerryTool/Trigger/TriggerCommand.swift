import ArgumentParser
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryScriptedBuyer

struct TriggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Makes something happen in a running demo: a payment, a declined card, a dispute.",
    discussion: """
      A scripted buyer places an order of one tablet, and acts at the provider's sandbox by its control API. Nothing of the \
      server's is skipped: checkouts, webhooks and ledger are as after a buyer in a browser.

      NAMES
      \(Trigger.allCases.map { "  " + $0.rawValue.padded(to: 12) + $0.meaning }.joined(separator: "\n"))

        ferry trigger paid
        ferry trigger pending --provider placetopay
        ferry trigger declined --shop sample        its webhooks go to `ferry listen`
      """)

  @Argument(
    help: "What is to happen. Without it, the names are listed.", completion: .list(Trigger.allCases.map(\.rawValue)))
  var name: String?

  @Option(
    help: "The provider: \(Providers.sandboxes.map { $0.id }.joined(separator: ", ")).",
    completion: .list(Providers.sandboxes.map { $0.id }))
  var provider = Providers.sandboxes[0].id

  @Option(help: "The shop of the order: \(Demo.shopID), or \(DemoSampleShop.id), the shop of your own.")
  var shop = Demo.shopID.text

  @Option(help: "The folder of the demo.", completion: .directory) var data = DemoPlaceOptions.usualFolder

  @OptionGroup var output: JSONOption

  func validate() throws {
    if let name, Trigger(rawValue: name) == nil {
      let names = Trigger.allCases.map(\.rawValue)
      let advice =
        Spelling.closest(to: name, among: names).map { "Did you mean '\($0)'?" }
        ?? "The names are \(names.joined(separator: ", "))."
      throw ValidationError("There is nothing to trigger of the name '\(name)'. \(advice)")
    }
    _ = try module()
  }

  private func module() throws -> any SandboxModule.Type {
    guard let module = Providers.sandboxes.first(where: { $0.id == provider }) else {
      let known = Providers.sandboxes.map { $0.id }
      let meant = Spelling.closest(to: provider, among: known).map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "There is no provider \(provider). Say --provider with one of: \(known.joined(separator: ", ")).\(meant)")
    }
    return module
  }

  func run() async throws {
    let module = try module()
    guard let trigger = name.flatMap({ Trigger(rawValue: $0) }) else { return try list(module) }
    guard trigger.isPossible(at: module) else {
      let others = Providers.sandboxes.filter { trigger.isPossible(at: $0) }.map { $0.id }
      throw CommandFailure(
        "The sandbox of \(module.name) cannot do this. Say --provider with one of: \(others.joined(separator: ", "))."
      )
    }
    let access = try ServerAccess(demoIn: data, shop: shop)
    guard let sandbox = try DemoFolder(data).sandbox(of: provider) else {
      throw CommandFailure(
        "The demo in \(data) runs without \(module.name). Start it with all providers, `ferry demo`, or name another with "
          + "--provider.")
    }
    let outcome = try await TriggeredCheckout.run(trigger, at: module, sandbox, access)
    let checkout = outcome.checkout
    if output.json { return print(try JSONOutput.text(checkout)) }
    let phase = TerminalColors.output.paint(checkout.phase.rawValue, checkout.phase.color)
    let decline = checkout.decline.map { ", with a payment that was declined: \($0)" } ?? ""
    let options = "--data \(data)" + (shop == Demo.shopID.text ? "" : " --shop \(shop)")
    print("The checkout \(checkout.id) of the order \(checkout.orderReference) is \(phase)\(decline).")
    if let refund = outcome.refund { print("The refund of \(refund.amount.display) \(refund.state.result).") }
    print("See it: ferry checkouts show \(checkout.id) \(options)")
  }

  private func list(_ module: any SandboxModule.Type) throws {
    let possible = Trigger.allCases.filter { $0.isPossible(at: module) }
    if output.json {
      return print(try JSONOutput.text(["triggers": possible.map { ["name": $0.rawValue, "meaning": $0.meaning] }]))
    }
    let rows = possible.map { [TextCell($0.rawValue), TextCell($0.meaning)] }
    for line in TextTable.lines(rows, heading: ["NAME", "AT \(module.name.uppercased())"], colors: .output) {
      print(line)
    }
  }
}

extension OperationState {
  fileprivate var result: String {
    self == .succeeded ? "succeeded" : "is pending: the provider has not decided yet"
  }
}
