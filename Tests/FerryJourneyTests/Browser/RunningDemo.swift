import AsyncHTTPClient
import FerryCore
import Foundation
import NIOCore
import NIOHTTP1

/// A demo that runs, seen from outside: its two sites and the sandbox's control API.
struct RunningDemo: Sendable {
  let shop: String
  let sandbox: String
  private let client: HTTPClient

  init(port: Int, client: HTTPClient) async throws {
    shop = "http://localhost:\(port)"
    sandbox = "http://127.0.0.1:\(port + 1)"
    self.client = client
    try await Patience.untilAnswers(shop + "/health", client) { $0 == .ok }
    try await Patience.untilAnswers(sandbox + "/checkout.js", client) { $0 == .ok }
  }

  /// What the sandbox's ledger says of an order.
  struct Order: Hashable, Sendable, Decodable {
    let number: String
    let charges: Int
    let captured: Int64
    let held: Int64
    let refunded: Int64

    init(_ number: String, captured: Int64) {
      self.number = number
      self.captured = captured
      charges = 1
      held = 0
      refunded = 0
    }

    private struct Amount: Decodable { let minorUnits: Int64 }
    private struct Charge: Decodable {}
    private enum CodingKeys: CodingKey { case order, payments, captured, held, refunded }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(String.self, forKey: .order)
      charges = try container.decode([Charge].self, forKey: .payments).count
      captured = try container.decode(Amount.self, forKey: .captured).minorUnits
      held = try container.decode(Amount.self, forKey: .held).minorUnits
      refunded = try container.decode(Amount.self, forKey: .refunded).minorUnits
    }
  }

  /// All money that moved, order by order.
  func ledger() async throws -> [Order] {
    struct Ledger: Decodable { let orders: [Order] }
    let bytes = try await send(HTTPClientRequest(url: sandbox + "/control/ledger"))
    return try JSONDecoder().decode(Ledger.self, from: bytes).orders
  }

  /// Lets time pass for the sandbox alone.
  func advanceClock(hours: Int) async throws {
    var request = HTTPClientRequest(url: sandbox + "/control/clock")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(Array(#"{"advanceSeconds": \#(hours * 3600)}"#.utf8))
    _ = try await send(request)
  }

  private func send(_ request: HTTPClientRequest) async throws -> Data {
    let response = try await client.execute(request, timeout: .seconds(30))
    guard response.status == .ok else { throw DemoFailure.status(response.status.code) }
    return Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
  }
}
