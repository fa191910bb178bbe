import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import Foundation
import SwedbankPay

extension SwedbankPayProvider {
  /// The parts of a payment order that tell what was paid and moved.
  static let nodes: Set<ExpandedNode> = [
    .paid, .financialTransactions, .failedAttempts, .postPurchaseFailedAttempts, .payeeInfo,
  ]

  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try SwedbankPayStage(of: task)
    let record = try SwedbankPayRecord(task.record)
    do throws(InvalidField) {
      guard let order = record.order else { return try planWithoutOrder(task, stage, record) }
      // Before each try the payment order says where the change is made.
      guard stage == .offered, !task.isRetry, let prepared = record.prepared,
        prepared.operation.belongs(to: task.command.kind)
      else { return send(.getPaymentOrder(order, expanding: Self.nodes)) }
      return send(
        SwedbankPayCall(
          prepared.operation, prepared.method, prepared.target, .v3_1, paymentOrder: order, content: prepared.content))
    } catch {
      throw .misconfigured(reason: "Swedbank Pay would refuse the request.", fix: error.description)
    }
  }

  static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "Swedbank Pay has no payment of this checkout.")

  private func planWithoutOrder(
    _ task: ProviderTask, _ stage: SwedbankPayStage, _ record: SwedbankPayRecord
  ) throws(InvalidField) -> ProviderPlan {
    switch task.command.kind {
    case .authorize(let total) where stage == .first:
      let options: SwedbankPayOptions?
      do throws(ProviderFailure) { options = try task.options(as: SwedbankPayOptions.self) } catch {
        throw InvalidField("/providerOptions", error.reason)
      }
      // An SDK may be of version 2, in which the order is answered and shown differently.
      let version = record.sdk?.version ?? .v3_1
      return send(
        try .createPaymentOrder(newOrder(task, total, options), expanding: [.payeeInfo], version: version))
    case .authorize, .read, .settle, .cancel:
      return .conclude(.rejected(.notYet), remark: "Swedbank Pay has no payment order of this checkout yet.")
    case .capture, .void, .refund: return Self.nothingToMove
    }
  }

  private func send(_ call: SwedbankPayCall) -> ProviderPlan {
    .send(
      ProviderRequest(
        call: [call.operation.rawValue, call.version.rawValue, call.paymentOrder?.path ?? ""].joined(separator: " "),
        method: call.method.rawValue, url: merchant.address(of: call.target),
        content: call.content, repetition: Self.repetition(of: call.operation), timeout: call.operation.timeout))
  }

  private static func repetition(of operation: SwedbankPayCall.Operation) -> ProviderRequest.Repetition {
    switch operation {
    // Nobody has the page of a payment order whose answer was lost. A repeated reference is refused, and then another
    // order is made under a new one.
    case .createPaymentOrder: .safe
    case .getPaymentOrder, .getTokens, .startCheckIn: .safe
    case .abort, .abortPaymentAttempt, .updateOrder, .setInstrument, .capture, .cancel, .reversal, .deleteTokens:
      .inquireFirst(stage: SwedbankPayStage.unclear.rawValue)
    }
  }

  /// The call that was sent; it is needed to read the answer.
  /// - Throws: `ProviderFailure.misconfigured` for a request of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> SwedbankPayCall {
    let words = request.call.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let operation = SwedbankPayCall.Operation(rawValue: words[0]),
      let version = APIVersion(rawValue: words[1]), let method = ResourceOperation.Method(rawValue: request.method)
    else { throw .unnamedCall }
    return SwedbankPayCall(
      operation, method, request.url, version, paymentOrder: ResourceID(words[2]), content: request.content)
  }

  /// The access token, the payee and the buyer's facts enter here, and are stored nowhere.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    var call = try call(request)
    if call.operation == .createPaymentOrder {
      let profile = try SwedbankPayRecord(sending.record).sdk?.consumerProfileRef
      call = try completed(call, sending.buyer, profile)
    }
    do {
      return try merchant.seal(
        call, buyer: sendable(sending.buyer), sessionID: SessionID(DrawnBytes(sending.random)))
    } catch {
      throw .misconfigured(
        reason: "A request to Swedbank Pay could not be made. \(error.description)",
        fix: "Open the payment page from the buyer's browser, and compare the setting apiURL with the Merchant Portal.")
    }
  }

  /// A browser without a usable user agent, or with an address that no header can hold, can pay all the same.
  private func sendable(_ buyer: BuyerFacts?) -> BuyerFacts {
    var buyer = buyer ?? BuyerFacts()
    if buyer.userAgent?.isHeaderText != true { buyer.userAgent = merchant.userAgent }
    if buyer.ipAddress.map(SwedbankPayAccount.isForwardable) == false { buyer.ipAddress = nil }
    return buyer
  }

  /// Adds the buyer's name, email address and telephone number, or the result of their check-in.
  private func completed(
    _ call: SwedbankPayCall, _ buyer: BuyerFacts?, _ profile: String?
  ) throws(ProviderFailure) -> SwedbankPayCall {
    var known = profile == nil ? buyer.flatMap { Payer($0) } : Payer()
    known?.consumerProfileRef = profile
    guard let payer = known else { return call }
    do {
      var root = try JSONDecoder().decode([String: UntypedJSON].self, from: Data(call.content))
      var order = root["paymentorder"]?.object ?? [:]
      let known = try JSONDecoder().decode([String: UntypedJSON].self, from: JSONEncoder().encode(payer))
      order["payer"] = .object((order["payer"]?.object ?? [:]).merging(known) { stated, _ in stated })
      root["paymentorder"] = .object(order)
      return SwedbankPayCall(
        call.operation, call.method, call.target, call.version, content: Array(try JSONEncoder.sorted.encode(root)))
    } catch {
      throw .unreadableRequest
    }
  }
}

extension SwedbankPayCall.Operation {
  /// True for the change that a command makes.
  func belongs(to command: Command.Kind) -> Bool {
    switch (self, command) {
    case (.abort, .cancel), (.capture, .capture), (.capture, .settle), (.reversal, .refund), (.cancel, .void): true
    default: false
    }
  }
}

/// Bytes that were drawn before, in their order.
private struct DrawnBytes: Randomness {
  private let drawn: [UInt8]

  init(_ drawn: [UInt8]) { self.drawn = drawn }

  func bytes(_ count: Int) -> [UInt8] { Array(drawn.prefix(count)) }
}
