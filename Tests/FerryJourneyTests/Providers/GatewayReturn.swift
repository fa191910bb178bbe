import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Foundation
import Testing

/// The form that GMO's page posts to the shop by the buyer's browser.
struct GatewayReturn: Sendable {
  let url: String
  var fields: [(name: String, value: String)]

  /// Their values need no encoding.
  var text: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

  subscript(name: String) -> String {
    get { fields.first { $0.name == name }?.value ?? "" }
    set {
      fields.removeAll { $0.name == name }
      fields.append((name, newValue))
    }
  }
}

extension ServedProvider {
  private struct Record: Decodable {
    struct Order: Decodable {
      let id: String
      let accessID: String
    }

    let order: Order
  }

  /// The form on the gateway's page after Amazon's; nil if the page has none.
  func gatewayReturn(_ checkout: String) async throws -> GatewayReturn? {
    let record = try #require(try await file(checkout).record)
    let access = try JSONDecoder().decode(Record.self, from: Data(record)).order.accessID
    let answer = try await strangeBrowser().get(
      ProviderWorld.sandboxOrigin + "/payment/AmazonpayFinish?AccessID=\(access)")
    let page = String(decoding: answer.body, as: UTF8.self)
    guard let form = page.firstMatch(of: /<form id="return" method="post" action="([^"]*)"[^>]*>/) else { return nil }
    let inputs = page.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
    return GatewayReturn(
      url: String(form.output.1), fields: inputs.map { (String($0.output.1), String($0.output.2)) })
  }

  /// The browser posts a form across sites, without its cookie, and is redirected to the same address.
  func post(_ form: GatewayReturn, _ text: String? = nil) async throws {
    let answer = try await strangeBrowser().post(form.url, form: text ?? form.text, headers: ["origin": "null"])
    #expect(answer.status == 303)
    #expect(answer.location == form.url)
    #expect(answer.body.isEmpty)
  }

  /// The next form on the gateway's page has a fault.
  func planReturn(_ fault: String) async throws {
    _ = try await strangeBrowser().post(
      ProviderWorld.sandboxOrigin + "/control/gmo-pg/returns", json: Array(#"{"kind":"\#(fault)"}"#.utf8))
  }

  /// The number of calls of an operation of the provider's API.
  func calls(_ operation: String) -> Int { world.sandbox.calls(operation) }

  func reach(_ id: String, _ condition: @escaping @Sendable (Phase) -> Bool) async throws -> CheckoutFile {
    try await world.reach(CheckoutID(id), condition)
  }
}

extension ProviderSandbox {
  func calls(_ operation: String) -> Int { state.requests.filter { $0.operation == operation }.count }
}
