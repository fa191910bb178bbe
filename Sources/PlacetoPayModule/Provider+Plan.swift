import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import Foundation
import PlacetoPay

extension PlacetoPayProvider {
  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try PlacetoPayStage(of: task)
    let record = try PlacetoPayRecord(task.record)
    let options = try task.options(as: PlacetoPayOptions.self)
    do throws(InvalidField) {
      guard let session = record.session else { return try planWithoutSession(task, stage, options) }
      if stage == .foreign { return send(try .cancelSession(session), session) }
      guard stage == .first || stage == .again else { return send(try .querySession(session), session) }
      switch task.command.kind {
      // A session that exists may be paid: there is no second one.
      case .read, .settle, .authorize: return send(try .querySession(session), session)
      case .cancel: return send(try .cancelSession(session), session)
      case .capture(_, let amount):
        guard let hold = record.payments.first else { return Self.nothingToMove }
        return send(try .capture(hold.transaction, amount), hold.transaction)
      case .void:
        guard let hold = record.payments.first else { return Self.nothingToMove }
        return send(try .release(hold.transaction, hold.amount.currency), hold.transaction)
      case .refund(_, let amount):
        guard amount.isPositive, let source = record.refundable(amount, isHold: task.checkout.capture == .manual)
        else { return Self.nothingToMove }
        // Before it has settled, PlacetoPay refunds in whole only, which is without an amount.
        return send(try .reverse(source.transaction, source.isWhole ? nil : amount), source.transaction)
      }
    } catch {
      throw .misconfigured(reason: "PlacetoPay would refuse the request.", fix: error.description)
    }
  }

  private static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "PlacetoPay has no transaction of this checkout with that much left.")

  private func planWithoutSession(
    _ task: ProviderTask, _ stage: PlacetoPayStage, _ options: PlacetoPayOptions?
  ) throws(InvalidField) -> ProviderPlan {
    switch task.command.kind {
    case .authorize(let total) where stage == .first: send(try .createSession(newSession(task, total, options)), "")
    case .authorize, .read, .settle, .cancel:
      .conclude(.rejected(.notYet), remark: "PlacetoPay has no session of this checkout yet.")
    case .capture, .void, .refund: Self.nothingToMove
    }
  }

  private func send(_ call: PlacetoPayCall, _ object: String) -> ProviderPlan {
    .send(
      ProviderRequest(
        call: "\(call.operation.rawValue) \(object)", method: "POST", url: merchant.url(of: call),
        content: call.content, repetition: Self.repetition(of: call.operation),
        timeout: .seconds(call.operation.movesMoney ? 90 : 20)))
  }

  private static func repetition(of operation: PlacetoPayCall.Operation) -> ProviderRequest.Repetition {
    // No call has an idempotency key. Only those that move money must not be repeated: PlacetoPay has no search, but a
    // session whose address nobody got cannot be paid, so that another one in its place does no harm.
    operation.movesMoney ? .inquireFirst(stage: PlacetoPayStage.unclear.rawValue) : .safe
  }

  /// The call that was sent; it is needed to read the answer.
  /// - Throws: `ProviderFailure.misconfigured` for a request to another address, or of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> PlacetoPayCall {
    guard request.url.hasPrefix(merchant.baseURL + "/") else {
      throw .misconfigured(
        reason: "A stored request is for another address than the account's.",
        fix: "Set the address that the session was made at.")
    }
    guard let operation = PlacetoPayCall.Operation(rawValue: String(request.call.prefix { $0 != " " })) else {
      throw .unnamedCall
    }
    return PlacetoPayCall(
      operation, path: String(request.url.dropFirst(merchant.baseURL.count)), content: request.content)
  }

  /// Login, signature and the buyer's facts enter here, and are stored nowhere.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    var call = try call(request)
    if call.operation == .createSession { call = try completed(call, sending) }
    do {
      return try merchant.seal(
        call, buyer: sending.buyer, at: sending.providerTime, nonce: Array(sending.random.prefix(16)))
    } catch {
      throw .misconfigured(
        reason: "A request to PlacetoPay could not be made. \(error.description)",
        fix: "Open the payment page from the buyer's browser.")
    }
  }

  /// PlacetoPay refuses a session that expires in less than five minutes.
  private static let shortestExpiration = Duration.seconds(330)

  /// Longer than a request is on its way. PlacetoPay counts the least time for cash from its arrival.
  private static let transit = Duration.seconds(30)

  /// Adds the buyer, and the session's end: after the account's time for it, and not later than the checkout's, which stands
  /// in the request.
  private func completed(_ call: PlacetoPayCall, _ sending: Sending) throws(ProviderFailure) -> PlacetoPayCall {
    do {
      var members = try JSONDecoder().decode([String: UntypedJSON].self, from: Data(call.content))
      if let end = members["expiration"]?.string.flatMap({ PlacetoPayTime.moment($0) }) {
        let now = sending.providerTime
        let expiration = max(
          min(now + options.expiration + Self.transit, end + sending.clockOffset), now + Self.shortestExpiration)
        members["expiration"] = .string(PlacetoPayTime.text(expiration))
      }
      if let buyer = sending.buyer.flatMap({ Person($0) }) {
        members["buyer"] = try JSONDecoder().decode(UntypedJSON.self, from: JSONEncoder().encode(buyer))
      }
      return PlacetoPayCall(call.operation, path: call.path, content: Array(try JSONEncoder.sorted.encode(members)))
    } catch {
      throw .unreadableRequest
    }
  }
}
