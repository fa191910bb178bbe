import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerrySQLite
import FerryTesting
import Foundation
import Subprocess

/// The tool beside the checkout server of a demo, whose provider cannot be reached.
struct ToolBesideServer: Sendable {
  let program: FerryProgram
  let folder: String

  /// Runs the tool on the demo's folder. Times are in UTC.
  func callAsFunction(_ arguments: String...) async throws -> FerryProgram.Outcome {
    try await program.outcome(arguments + ["--data", folder], ["TZ": "UTC"])
  }

  func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    try await SQLiteReader(path: folder + "/ferry.sqlite").file(id)
  }

  /// Fills a store, runs a test with a running server, and another after the server has stopped.
  static func run(
    filling fill: (SQLiteStore) async throws -> Void, _ test: (ToolBesideServer) async throws -> Void,
    stopped: (ToolBesideServer) async throws -> Void = { _ in }
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await SQLiteStore(path: folder + "/ferry.sqlite").running { store in try await fill(store) }
    let tool = ToolBesideServer(program: try FerryProgram(), folder: folder)
    let ports = try await FreePorts.find(2)
    let demo = [
      "demo", "--provider", "amazon-pay", "--only", "shop", "--data", folder, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])",
    ]
    try await tool.program.run(demo, endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        try await Patience.untilAnswers("http://localhost:\(ports[0])/health", client)
      }
      try await test(tool)
    }
    try await stopped(tool)
  }
}

extension SampleAttempt {
  /// A checkout of the demo's shop that started some time ago.
  static func demo(
    _ name: String, order: String? = nil, shop: ShopID = "demo", ago: Duration = .zero
  ) -> SampleAttempt {
    SampleAttempt(name, order: order, shop: shop, createdAt: SystemTime().now - ago, lifetime: .seconds(86_400))
  }
}

extension SQLiteStore {
  /// Opens a checkout and pays it.
  func addPaid(_ attempt: SampleAttempt, charge: String = "C-1") async throws {
    try await attempt.open(in: self)
    try await update(attempt.checkout) { file, change in
      change.ledger = try file.pay(charge: charge, at: attempt.createdAt)
    }
  }
}
