import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryModule
import FerryProvider
import HTTPTypes
import SwedbankPay

/// Answers that need Swedbank Pay. Its bodies are passed on as they came: the SDKs read members that Ferry does not.
extension SwedbankPayBackend {
  public func answer(_ request: SDKRequest, about checkout: SDKCheckout?) async -> SDKAnswer {
    do {
      guard let checkout, request.path != "consumers" else { return try await checkedIn(request) }
      switch request.path {
      case "paymentorders": return try await order(of: checkout, request)
      case "patch":
        let change = try SDKBodies.read(request.body, as: SDKChangeBody.self)
        switch change.change {
        case .abort: return try await aborted(checkout, request)
        case .setInstrument(let name): return try await set(name, at: change.href, checkout, request)
        }
      case "expand": return try await order(of: checkout, expanding: try nodes(request), request)
      case "tokens": return try await storedKinds(checkout)
      default:
        if let place = StoredCardPath(request.path) { return try await self.answer(place, of: checkout, request) }
        guard case .setInstrument(let name) = try SDKBodies.read(request.body, as: SDKChangeBody.self).change else {
          throw SDKRefusal.notFound
        }
        return try await set(name, at: nil, checkout, request)
      }
    } catch let answer as SDKAnswer {
      return answer
    } catch {
      return SDKProblems.answer(to: error as? SDKRefusal ?? .internalError)
    }
  }

  // MARK: Payment orders

  /// The payment order as it is now.
  /// - Parameter version: Nil for the version that the SDK reads.
  func read(
    _ checkout: SDKCheckout, expanding nodes: Set<ExpandedNode> = [], version: APIVersion? = nil
  ) async throws -> (order: PaymentOrder, body: [UInt8], session: SDKSession) {
    guard let record = try? Record(checkout.record), let session = record.sdk else { throw SDKRefusal.unauthorized }
    guard let id = record.order else {
      guard checkout.checkout.phase.name == .authorizing else {
        if let refusal = session.refusal { throw SDKProblems.refused(refusal) }
        throw SDKRefusal.badRequest("", "The checkout has ended without a payment order.")
      }
      if checkout.isMisconfigured { throw SDKProblems.misconfigured }
      throw SDKRefusal.late
    }
    let call = SwedbankPayCall.getPaymentOrder(id, expanding: nodes, version: version ?? session.version)
    let answer = try await send(call)
    return (try Self.order(answer, call), answer.body, session)
  }

  private static func order(_ answer: ProviderAnswer, _ call: SwedbankPayCall) throws(SDKAnswer) -> PaymentOrder {
    guard let order: PaymentOrder = try? call.read(httpStatus: answer.status.code, body: answer.body) else {
      throw SDKProblems.unusable(answer.status.code)
    }
    return order
  }

  private func order(
    of checkout: SDKCheckout, expanding nodes: Set<ExpandedNode> = [], _ request: SDKRequest
  ) async throws -> SDKAnswer {
    let (order, body, session) = try await read(checkout, expanding: nodes)
    return try answer(order, body, session, request)
  }

  /// The body of a payment order, with the link that version 2 of the SDKs needs to set an instrument.
  private func answer(
    _ order: PaymentOrder, _ body: [UInt8], _ session: SDKSession, _ request: SDKRequest
  ) throws(SDKAnswer) -> SDKAnswer {
    guard Self.isReadable(body) else { throw SDKProblems.unusable(200) }
    guard session.version == .v2, order.operations[.setInstrument] != nil else { return Self.json(body) }
    let link: [String: UntypedJSON] = ["setInstrument": .string(Self.instrumentLink(order.id, request.backend))]
    guard let end = body.lastIndex(of: UInt8(ascii: "}")) else { throw SDKProblems.unusable(200) }
    return Self.json(body[..<end] + Array(",\"mobileSDK\":".utf8) + stableJSON(link) + body[end...])
  }

  /// False for a body that the SDKs cannot decode: both insist on the types of these members, and one on the list of
  /// operations.
  private static func isReadable(_ body: [UInt8]) -> Bool {
    struct Envelope: Decodable {
      let operations: [Operation]
      let paymentOrder: Order?
    }
    struct Operation: Decodable { let rel, method, href, contentType: String? }
    struct Order: Decodable {
      let id, instrument: String?
      let availableInstruments: [String]?
    }
    return (try? Envelope(json: body)) != nil
  }

  // MARK: Changes

  /// The engine has asked for the end of the payment order. Its word is the order's status now.
  private func aborted(_ checkout: SDKCheckout, _ request: SDKRequest) async throws -> SDKAnswer {
    let (order, body, session) = try await read(checkout)
    let isAborted = order.status == .known(.aborted) || order.state == .known(.aborted)
    guard isAborted else {
      throw SDKProblems.answer(
        .forbidden, 403, "Not aborted", "The payment order cannot be aborted now. Ask the shop how it stands.")
    }
    return try answer(order, body, session, request)
  }

  /// - Parameter href: The address that the SDK read, which has to be the one that the order offers now; nil in version 2.
  private func set(
    _ instrument: String, at href: String?, _ checkout: SDKCheckout, _ request: SDKRequest
  ) async throws -> SDKAnswer {
    let (order, _, session) = try await read(checkout)
    guard let offered = order.operations[.setInstrument] else {
      throw SDKProblems.answer(
        .forbidden, 403, "Not possible now", "The payment order offers no change of the instrument.")
    }
    if let href, resource(ofOperation: href) != resource(ofOperation: offered.href) { throw SDKRefusal.unauthorized }
    let call: SwedbankPayCall
    do throws(InvalidField) {
      call = try .setInstrument(Open(instrument), of: order, version: session.version)
    } catch {
      throw SDKRefusal.badRequest(error.pointer, error.explanation)
    }
    let answer = try await send(call)
    return try self.answer(try Self.order(answer, call), answer.body, session, request)
  }

  // MARK: Check-in

  private func checkedIn(_ request: SDKRequest) async throws -> SDKAnswer {
    let answer = try await send(try checkIn(request))
    guard Self.isReadable(answer.body) else { throw SDKProblems.unusable(answer.status.code) }
    return Self.json(answer.body)
  }

  /// The time that an SDK waits is bounded by its own.
  private static let longestWait = Duration.seconds(20)

  /// Sends a call once. An answer is a success here.
  func send(_ call: SwedbankPayCall) async throws -> ProviderAnswer {
    guard let sealed = try? merchant.seal(call, sessionID: SessionID(connection.randomness)) else {
      throw SDKRefusal.internalError
    }
    let answer: ProviderAnswer
    do throws(TransportFailure) {
      answer = try await connection.transport.send(sealed.request, body: sealed.body, timeout: Self.longestWait)
    } catch {
      throw SDKProblems.answer(to: error)
    }
    guard answer.status.kind == .successful else { throw SDKProblems.answer(to: answer) }
    return answer
  }
}
