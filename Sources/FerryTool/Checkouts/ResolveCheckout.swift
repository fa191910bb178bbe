import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

struct ResolveCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Decides a checkout that is held for a person, or overdue.",
    discussion: """
      accept: the payment stands as the provider has it. reject: none of its money is kept. ask: the provider is asked \
      again. hold: what is overdue is waited for no longer; its outcome counts as unknown, and one of the others follows. What follows is done when the server starts. A running server has its database to itself; there the shop \
      says it, with its secret key: POST /v1/checkouts/ID/resolve. This command is for a server that is stopped.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The checkout's id.")
  var id: String

  @Argument(help: "What was decided: accept, reject, ask or hold.", transform: decision)
  var decision: Resolution

  private static func decision(_ word: String) throws -> Resolution {
    guard let decision = Resolution(rawValue: word) else {
      throw ValidationError("A decision is accept, reject, ask or hold.")
    }
    return decision
  }

  func run() async throws {
    let (checkout, decision) = (CheckoutID(id), decision)
    try await store.reading { store in
      guard try await store.file(checkout) != nil else { throw CommandFailure.noCheckout(id) }
    }
    let file: CheckoutFile
    do {
      file = try await SQLiteStore(path: store.path).running { store in
        let routes = try await store.webhookRoutes()
        return try await store.update(checkout) { file, change in
          try file.resolve(decision, &change, at: SystemTime().now, telling: routes)
          return file
        }
      }
    } catch SQLiteStoreError.inUse {
      throw CommandFailure(
        "The server is running and has the database to itself. Tell it, with the shop's secret key: "
          + "POST /v1/checkouts/\(id)/resolve with {\"decision\": \"\(decision.rawValue)\"}. Or stop it first.")
    } catch Refusal.wrongPhase(let phase) {
      throw CommandFailure(
        "The checkout is \(phase.rawValue), and there is nothing to decide. `ferry checkouts list --held` shows those "
          + "that wait for a person.")
    } catch let refusal as Refusal {
      throw CommandFailure(refusal.description)
    } catch {
      throw StartFailure(error)
    }
    let commands = file.outstanding.map(\.command.kind.name)
    print(
      "The checkout is \(file.checkout.phase.name.rawValue)."
        + (commands.isEmpty ? "" : " When the server starts it does this: \(commands.joined(separator: ", "))."))
  }
}
