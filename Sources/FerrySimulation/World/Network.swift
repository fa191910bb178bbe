package import DemoShop
import FerryCore
import FerryHTTP
package import FerrySandbox
import FerryTesting
package import HTTPTypes

/// The way from shops and browsers to the checkout servers, which stand behind a balancer, and to the providers' pages.
struct Network: ShopTransport {
  let world: World
  let chance: Chance

  struct NoAnswer: Error, CustomStringConvertible {
    let description: String
  }

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    guard let path = request.url.path(at: World.shop.text) else {
      // The provider's pages have no faults: the buyer's act has happened.
      guard let answer = try await world.sandbox(of: request.url)?.answer(request) else {
        throw NoAnswer(description: "Nobody answers at that address.")
      }
      return answer
    }
    try await world.time.sleep(for: chance.duration(.milliseconds(2)...(.milliseconds(150))))
    if world.happens(.requestLost) { throw NoAnswer(description: "The request was lost.") }
    if world.happens(.requestRepeated), request.method != "GET" {
      world.later(chance.duration(.zero...(.milliseconds(40)))) { _ = try? await reach(request, path) }
    }
    let answer = try await reach(request, path)
    if world.happens(.replyLost) { throw NoAnswer(description: "The answer was lost.") }
    return answer
  }

  private func reach(_ request: ShopRequest, _ path: String) async throws -> ShopAnswer {
    guard let method = HTTPRequest.Method(rawValue: request.method) else { throw NoAnswer(description: "No method.") }
    let answer = try await world.fleet.answer(method, path, HTTPFields(request.headers), request.body, chance)
    return ShopAnswer(answer.status, answer.headers, answer.body)
  }
}

extension ProviderSandbox {
  /// The answer of its control API or of a page; nil at another site.
  package func answer(_ request: ShopRequest) async throws -> ShopAnswer? {
    guard let method = HTTPRequest.Method(rawValue: request.method), let path = request.url.path(at: place.origin.text)
    else { return nil }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: place.origin.authority, path: path,
      headerFields: HTTPFields(request.headers))
    let exchange = try await exchange(head, body: request.body ?? [], endsWithService: false)
    return ShopAnswer(exchange.response.status, exchange.response.headerFields, exchange.body)
  }
}

extension HTTPFields {
  package init(_ fields: [(name: String, value: String)]) {
    self.init()
    for (name, value) in fields { if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) } }
  }
}

extension ShopAnswer {
  package init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8]) {
    self.init(status: status.code, headers: headers.map { (name: $0.name.rawName, value: $0.value) }, body: body)
  }
}

extension String {
  /// The path and query of an address of a site; nil for another site's.
  package func path(at site: String) -> String? { hasPrefix(site + "/") ? String(dropFirst(site.count)) : nil }
}
