import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The operators' actions on a checkout. Each is named on a page with its consequences, and confirmed there.
struct ActionRoutes: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/checkouts/{id}/{action}") { try await ask($0, $1) }
    router.post("/checkouts/{id}/{action}") { try await perform($0, $1) }
  }

  private func ask(_ request: Request, _ context: ClientContext) async throws -> Page {
    let reader = try await site.gate.present(request)
    try reader.requireToAct()
    let (file, action) = (try await site.file(context, for: reader), try action(context))
    let fields = try request.queryFields()
    return confirmation(reader, file, action, WrittenAction(fields, action, file.checkout, isConfirmed: false))
  }

  private func perform(_ request: Request, _ context: ClientContext) async throws -> Response {
    let action = try action(context)
    let (reader, form) = try await site.gate.acting(request)
    let file = try await site.file(context, for: reader)
    let id = file.checkout.id
    // Only the form that confirms has a key.
    let isConfirmed = form["key"] != nil
    var written = WrittenAction(form, action, file.checkout, isConfirmed: isConfirmed)
    guard isConfirmed else { return confirmation(reader, file, action, written).response }
    let key = try form.required("key") { PlainText.isPlain($0, most: 64) ? $0 : nil }
    let seen = try form.required("seen")
    if action.takesAmount, form[LineForm.chosen] == nil { _ = try form.required("amount") }
    if written.fault != nil { return confirmation(reader, file, action, written).response }
    let planned = PlannedAction(action, written, key: key)
    let now = service.time.now
    let person = site.acting(reader, request, context)
    do {
      _ = try await site.sent.once(key) {
        _ = try await service.commit(id) { file, change in
          (try planned.apply(to: &file, &change, by: person, seen: seen, at: now), ())
        }
        return true
      }
    } catch let refusal as Refusal {
      return confirmation(reader, try await site.file(id, for: reader), action, written, refusal: refusal).response
    } catch is StaleConfirmation {
      let file = try await site.file(id, for: reader)
      // Nobody has written the amount of other actions: it is the one that is reported now.
      if !action.takesAmount { written.amount = action.usualAmount(file.checkout) }
      return confirmation(reader, file, action, written, isStale: true).response
    }
    let after = try await wait(for: planned, id)
    let operation =
      planned.order(id)?.operation(in: after.checkout)?.id ?? form[ConfirmationPage.operation].map { OperationID($0) }
    return .seeOther(Act.action(action, operation).link(id))
  }

  /// Waits for the provider's answer for as long as a request of the API does.
  private func wait(for planned: PlannedAction, _ id: CheckoutID) async throws -> CheckoutFile {
    let order = planned.order(id)
    return try await site.server.wait(for: id) { file in
      guard let order else {
        // The answer to a check may be that nothing has changed.
        return !file.checkout.isBeingAsked && (planned.action == .check || !file.checkout.phase.isUnderWay)
      }
      return order.operation(in: file.checkout).map { !$0.isUnanswered } ?? true
    }
  }

  private func confirmation(
    _ reader: PresentOperator, _ file: CheckoutFile, _ action: OperatorAction, _ written: WrittenAction,
    refusal: Refusal? = nil, isStale: Bool = false
  ) -> Page {
    let planned = PlannedAction(action, written, key: service.randomness.token())
    let outcome = refusal.map(Result<Operation?, Refusal>.failure) ?? planned.outcome(for: file, at: service.time.now)
    return ConfirmationPage(
      frame: site.page(reader), provider: site.server.name(of: file.checkout.accountID), file: file, planned: planned,
      written: written, outcome: outcome, isStale: isStale
    ).page
  }

  private func action(_ context: ClientContext) throws(Problem) -> OperatorAction {
    guard let action = context.parameters.get("action").flatMap(OperatorAction.init(rawValue:)) else {
      throw Problem.nothingHere
    }
    return action
  }
}
