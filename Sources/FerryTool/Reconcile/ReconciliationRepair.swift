import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryEngine
import FerryReconciliation
import FerrySQLite
import FerryWeb
import NIOCore
import NIOHTTP1

/// Has Ferry ask the provider again about payments that the provider has otherwise. What it answers is taken in as ever: this
/// writes no amounts.
struct ReconciliationRepair {
  private let subject: ReconciliationSubject
  private let connections: Connections
  private let key: Secret<String>?

  init(_ subject: ReconciliationSubject, _ connections: Connections, key: Secret<String>?) {
    self.subject = subject
    self.connections = connections
    self.key = key
  }

  /// What was done about a checkout.
  struct Repair: Hashable, Sendable, Encodable {
    let checkout: String
    let result: String
  }

  /// - Throws: `StartFailure` for a database that cannot be written.
  func repairs(of discrepancies: [Discrepancy]) async throws -> [Repair] {
    var seen: Set<CheckoutID> = []
    let checkouts = discrepancies.filter(\.isForTheProvider).compactMap(\.checkout).filter { seen.insert($0).inserted }
    guard !checkouts.isEmpty else { return [] }
    do {
      return try await SQLiteStore(path: subject.database).running { store in
        let routes = try await store.webhookRoutes()
        var repairs: [Repair] = []
        for checkout in checkouts {
          let isHeld = try await store.update(checkout) { file, change in
            try file.check(&change, at: SystemTime().now, telling: routes)
            return file.checkout.phase.name == .held
          }
          repairs.append(Repair(checkout: checkout.text, result: isHeld ? Self.held : "asked when the server starts"))
        }
        return repairs
      }
    } catch SQLiteStoreError.inUse {
      var repairs: [Repair] = []
      for checkout in checkouts { repairs.append(Repair(checkout: checkout.text, result: await askServer(checkout))) }
      return repairs
    } catch {
      throw StartFailure(error)
    }
  }

  private static let held = "held: a person decides it, with resolve"

  /// A running server has its database to itself.
  private func askServer(_ checkout: CheckoutID) async -> String {
    let call = "POST /v1/checkouts/\(checkout)/check"
    guard let key else { return "the server runs: name the shop's key with --key-file, or ask it by \(call)" }
    var request = HTTPClientRequest(url: "\(subject.base)/v1/checkouts/\(checkout)/check")
    request.method = .POST
    request.headers.add(name: "authorization", value: "Bearer \(key.reveal())")
    guard let response = try? await connections.client.execute(request, timeout: .seconds(30)) else {
      return "the server did not answer \(call)"
    }
    switch response.status.code {
    case 200: return "asked, and answered"
    case 202: return "asked, and not answered yet"
    case 401: return "the key was refused"
    case 404: return "the key is of another shop or mode"
    case 409: return Self.held
    case let code: return "\(call) was answered with HTTP \(code)"
    }
  }
}
