import ArgumentParser
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryServer

/// The filters that all lists of checkouts have.
struct CheckoutFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only checkouts in these phases, separated by commas: \(phases.joined(separator: ", ")).", valueName: "phases"))
  var phase: String?

  @Option(help: ArgumentHelp("Only checkouts with this provider, such as amazon-pay.", valueName: "id"))
  var provider: String?

  @Option(help: ArgumentHelp("Only checkouts of the order with this reference of the shop.", valueName: "reference"))
  var orderReference: String?

  @Option(help: ArgumentHelp("Only checkouts of the order with this number.", valueName: "number"))
  var orderNumber: String?

  @Option(
    help: ArgumentHelp(
      "Only checkouts with this provider id: of a session, payment, capture or refund.", valueName: "id"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "Only checkouts created at this time or later: 2026-01-31 (UTC) or 2026-01-31T12:00:00Z.", valueName: "time"))
  var from: PointInTime?

  @Option(help: ArgumentHelp("Only checkouts created before this time.", valueName: "time"))
  var before: PointInTime?

  private static let phases = PhaseName.known.map(\.rawValue)

  func validate() throws {
    if let unknown = (phase ?? "").split(separator: ",").map(String.init).first(where: { !Self.phases.contains($0) }) {
      throw ValidationError(UnknownName.message("phase", unknown, among: Self.phases))
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
