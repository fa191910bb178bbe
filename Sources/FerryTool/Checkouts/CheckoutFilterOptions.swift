import ArgumentParser
import FerryCore
import FerryHTTP
import FerryReconciliation
import FerryServer

/// The filters that all lists of checkouts have.
struct CheckoutFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only those in one of these phases, with commas between them: \(phases.joined(separator: ", ")).",
      valueName: "phases"))
  var phase: String?

  @Option(help: "Only those of this provider, such as amazon-pay.") var provider: String?

  @Option(help: ArgumentHelp("Only those of the order with this reference of yours.", valueName: "reference"))
  var orderReference: String?

  @Option(help: ArgumentHelp("Only those of the order with this number.", valueName: "number"))
  var orderNumber: String?

  @Option(
    help: ArgumentHelp(
      "Only those to which this id of the provider belongs: of a session, payment, capture or refund.", valueName: "id")
  )
  var reference: String?

  @Option(help: "Only those that began then or later: 2026-01-31, or 2026-01-31T12:00:00Z.") var from: PointInTime?

  @Option(help: "Only those that began before that.") var before: PointInTime?

  private static let phases = PhaseName.known.map(\.rawValue)

  func validate() throws {
    let unknown = (phase ?? "").split(separator: ",").filter { !Self.phases.contains(String($0)) }
    guard unknown.isEmpty else {
      throw ValidationError("There is no phase \(unknown[0]). The phases are \(Self.phases.joined(separator: ", ")).")
    }
  }

  /// True if the list may leave something out.
  var isUsed: Bool { query.contains { $0.value != nil } }

  /// The parameters for the server.
  var query: [String: String?] {
    [
      "phase": phase, "provider": provider, "orderReference": orderReference, "orderNumber": orderNumber,
      "reference": reference, "createdFrom": from.map { "\($0.moment.milliseconds)" },
      "createdBefore": before.map { "\($0.moment.milliseconds)" },
    ]
  }
}

/// A time as people write it: a day in UTC, which is its beginning, or a time with its zone.
struct PointInTime: ExpressibleByArgument {
  let moment: Moment

  init?(argument: String) {
    guard let moment = Moment(written: argument) else { return nil }
    self.moment = moment
  }
}
