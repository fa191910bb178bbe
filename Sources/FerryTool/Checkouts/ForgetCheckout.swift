import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

struct ForgetCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forgets who bought, in a checkout that has ended. Money and timeline stay.",
    discussion: """
      For buyers who ask to be forgotten. A running server has its database to itself; there the shop asks it to, with \
      its secret key: DELETE /v1/checkouts/ID/buyer. This command is for a server that is stopped.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The checkout's id.")
  var id: String

  func run() async throws {
    try await store.reading { store in
      guard let file = try await store.file(CheckoutID(id)) else { throw CommandFailure.noCheckout(id) }
      guard file.checkout.phase.isFinal else { throw Self.notFinal(file.checkout.phase.name) }
    }
    do {
      try await SQLiteStore(path: store.path).running { store in
        try await store.update(CheckoutID(id)) { file, change in
          try file.forgetBuyer(&change, at: SystemTime().now)
        }
      }
    } catch SQLiteStoreError.inUse {
      throw CommandFailure(
        "The server is running and has the database to itself. Ask it, with the shop's secret key: "
          + "DELETE /v1/checkouts/\(id)/buyer. Or stop it first.")
    } catch Refusal.wrongPhase(let phase) {
      throw Self.notFinal(phase)
    } catch {
      throw StartFailure(error)
    }
    print("Nothing is known any more of who bought in \(id).")
  }

  private static func notFinal(_ phase: PhaseName) -> CommandFailure {
    CommandFailure(
      "The checkout is \(phase.rawValue), and its buyer is still needed. Cancel it or wait for its end, then forget.")
  }
}
