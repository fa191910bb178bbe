import FerryCheckout
import FerryCore
import FerryEngine

extension CheckoutFile {
  /// The step that the buyer's browser goes to in the present phase; nil when there is nothing for it to do.
  var step: Crossing.Step? {
    switch checkout.phase {
    case .open: checkout.profile.journey == .selectThenPay ? .select : nil
    case .selecting(let selecting): selecting.change.map { .change($0) } ?? .select
    case .paying: .pay
    case .reviewing, .authorizing, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: nil
    }
  }
}

extension CheckoutServer {
  /// A fresh ticket for the step of the present phase; nil when there is nothing for the browser to do.
  func issueTicket(_ id: CheckoutID) async throws -> (file: CheckoutFile, ticket: StartTicket?) {
    let ticket = StartTicket(id, service.randomness)
    let now = service.time.now
    let file = try await service.update(id) { file, _ in
      if let step = file.step { file.crossing.issue(ticket.digest, for: step, at: now) }
      return file
    }
    return (file, file.step == nil ? nil : ticket)
  }
}
