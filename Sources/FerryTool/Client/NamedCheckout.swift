import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

/// The checkout that a command is about, as a person names it.
struct CheckoutArgument: ParsableArguments {
  static let meaning = "A checkout id, an order reference or number, or a provider id."

  @Argument(help: ArgumentHelp(meaning)) var checkout: String
}

/// A checkout that a person has named.
protocol NamedCheckout: Sendable {
  var id: String { get }
  var phase: PhaseName { get }
  var orderReference: String { get }
  var orderNumber: String { get }
  var createdAt: Moment { get }
}

extension CheckoutBody: NamedCheckout {}
extension ListedCheckoutBody: NamedCheckout {}

extension ServerClient {
  /// The id of the checkout that a person names. Of several checkouts of an order, it is the one that is live or paid; if none
  /// is, the latest. A note on standard error says which was taken.
  func checkout(named name: String) async throws -> String {
    let all = try await checkouts(named: name)
    // Those that decide about their order.
    let counting = all.filter { $0.phase == .paid || !$0.phase.isFinal }
    guard counting.count < 2 else { throw CommandFailure.several(counting, named: name) }
    let chosen = counting.first ?? all[0]
    if all.count > 1 {
      let others = all.filter { $0.id != chosen.id }.map { "\($0.id) (\($0.phase.rawValue))" }
      printNote(
        "Order \(chosen.orderNumber) has \(all.count) checkouts. Using \(chosen.id) (\(chosen.phase.rawValue)); "
          + "the others are \(others.joined(separator: ", ")).")
    }
    return chosen.id
  }

  /// The checkout with this id; or all checkouts of the order with this reference or number, newest first; or those that an id
  /// of the provider belongs to.
  func checkouts(named name: String) async throws -> [any NamedCheckout] {
    if PlainText.isPlain(name, most: 64) {
      do {
        return [try await get("/v1/checkouts/\(name)") as CheckoutBody]
      } catch let failure as CommandFailure where failure.problem?.type == .notFound {}
    }
    var found: [any NamedCheckout] = []
    for (parameter, most) in [("orderReference", 64), ("orderNumber", 64), ("reference", 256)]
    where name.unicodeScalars.count <= most {
      let matches: CheckoutsBody = try await list(
        "/v1/checkouts", \.checkouts, next: \.next, query: [parameter: name])
      found += matches.checkouts.filter { one in !found.contains { $0.id == one.id } }
    }
    guard let first = found.first else {
      throw CommandFailure(
        "No checkout, order or provider id matches '\(name)'. Check the spelling, and the shop and mode of the key.")
    }
    guard found.allSatisfy({ $0.orderNumber == first.orderNumber }) else {
      throw CommandFailure.several(found, named: name)
    }
    return found
  }
}

extension CommandFailure {
  fileprivate static func several(_ found: [any NamedCheckout], named name: String) -> CommandFailure {
    let rows = found.map { one -> [TextCell] in
      [
        TextCell("  \(one.id)"), TextCell(one.phase.rawValue), TextCell(one.orderReference), TextCell(one.orderNumber),
        TextCell(one.createdAt.local),
      ]
    }
    let table = TextTable.lines(rows, heading: ["  CHECKOUT", "PHASE", "REFERENCE", "ORDER", "CREATED"])
    return CommandFailure("'\(name)' matches several checkouts. Use the id of one:\n" + table.joined(separator: "\n"))
  }
}
