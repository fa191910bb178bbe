import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryEngine
import FerrySimulation
import Foundation
import NIOCore
import NIOHTTP1

/// The sandboxes of a run, one for each provider, seen through their control API.
struct CrashSandboxes: Sendable {
  static let providers: [ProviderBench] = [.amazonPay, .placetoPay, .gmoPGUnproven, .swedbankPay]

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// The port of the first.
  let port: Int
  let client: HTTPClient

  private var addresses: [String] { Self.providers.map { address(of: $0) } }

  /// - Parameter port: The port of the first. The demo leaves the next one to the link host.
  static func address(of bench: ProviderBench, from port: Int) -> String {
    let index = providers.firstIndex(of: bench) ?? 0
    return "http://127.0.0.1:\(port + (index == 0 ? 0 : index + 1))"
  }

  func address(of bench: ProviderBench) -> String { Self.address(of: bench, from: port) }

  func untilTheyAnswer() async throws {
    for address in addresses { try await Patience.untilAnswers("\(address)/control/ledger", client) }
  }

  // MARK: Faults

  /// Lets a third of the requests to the providers, and almost half of their notifications, go wrong.
  func planFaults(seed: UInt64, round: Int = 0) async throws {
    let kinds: [String] = [
      #""kind": "dropBeforeExecution""#, #""kind": "dropAfterExecution""#,
      #""kind": "errorBeforeExecution", "status": 500"#, #""kind": "errorAfterExecution", "status": 503"#,
      #""kind": "errorBeforeExecution", "status": 429"#, #""kind": "cutOffBody""#, #""kind": "notJSON""#,
      #""kind": "unknownState""#, #""kind": "delay", "milliseconds": 150"#, #""kind": "slow", "milliseconds": 150"#,
    ]
    for (index, kind) in kinds.enumerated() {
      let faultSeed = seed &* 1_000 &+ UInt64(round * kinds.count + index)
      let body = #"{\#(kind), "perThousand": 35, "seed": \#(faultSeed % 1_000_000_007)}"#
      for address in addresses { _ = try await control(address, "POST", "faults", body) }
    }
    let posts = [
      #""kind": "lose""#, #""kind": "duplicate", "copies": 2, "milliseconds": 200"#,
      #""kind": "delay", "milliseconds": 1500"#,
    ]
    for (index, kind) in posts.enumerated() {
      let body =
        #"{\#(kind), "perThousand": 150, "seed": \#((seed &+ UInt64(round * posts.count + index)) % 1_000_000_007)}"#
      for address in addresses { _ = try await control(address, "POST", "notifications/faults", body) }
    }
  }

  func clearFaults() async throws {
    for address in addresses { _ = try await control(address, "DELETE", "faults") }
  }

  // MARK: Requests and money

  /// A request to a provider's API.
  struct Request: Decodable, Sendable {
    let number: Int
    let path: String
    let operation: String?
    let status: Int
    let message: String?
    /// True if a fault struck it.
    let struck: Bool
  }

  /// The last requests of each provider, the oldest first.
  func requests() async throws -> [ProviderBench: [Request]] {
    struct Requests: Decodable { let requests: [Request] }
    var all: [ProviderBench: [Request]] = [:]
    for bench in Self.providers {
      let bytes = try await control(address(of: bench), "GET", "requests")
      all[bench] = try JSONDecoder().decode(Requests.self, from: Data(bytes)).requests
    }
    return all
  }

  /// The number of the last requests that a fault struck.
  func struck() async throws -> Int {
    try await requests().values.reduce(0) { $0 + $1.filter(\.struck).count }
  }

  /// The orders of all providers for which money moved.
  func orders() async throws -> [CrashLedger.Order] {
    var orders: [CrashLedger.Order] = []
    for address in addresses {
      orders += try JSONDecoder().decode(CrashLedger.self, from: Data(try await control(address, "GET", "ledger")))
        .orders
    }
    return orders
  }

  private func control(_ address: String, _ method: String, _ path: String, _ body: String? = nil) async throws
    -> [UInt8]
  {
    var request = HTTPClientRequest(url: "\(address)/control/\(path)")
    request.method = .RAW(value: method)
    if let body {
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(Array(body.utf8))
    }
    let response = try await client.execute(request, timeout: .seconds(10))
    let bytes = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    guard (200...299).contains(response.status.code) else {
      throw Refused(description: "/control/\(path) answered \(response.status.code).")
    }
    return bytes
  }
}

/// The money that moved, by the sandbox's control API.
struct CrashLedger: Decodable, Sendable {
  struct Amount: Decodable, Sendable {
    let minorUnits: Int64
  }

  struct Payment: Decodable, Sendable {
    let id: String
    let captured: Amount
  }

  struct Order: Decodable, Sendable {
    let order: String?
    /// Authorized, and neither captured nor released.
    let held: Amount
    let captured: Amount
    let refunded: Amount
    let payments: [Payment]
  }

  let orders: [Order]
}
