import DemoShop
import FerryCore
import FerryHTTP
import FerryServer
import Foundation

/// The backend of the shop, as it acts for one order: it repeats a call until it is answered, and writes down what it is told.
struct Shop: Sendable {
  let world: World
  let reference: String
  /// The name of the one who acts for it, for the history.
  let actor: String
  let network: Network
  let chance: Chance

  init(_ world: World, _ reference: String, _ chance: Chance, actor: String = "shop") {
    self.world = world
    self.reference = reference
    self.actor = actor
    self.chance = chance
    network = Network(world: world, chance: chance)
  }

  /// - Returns: Nil if it was refused for good, or is never answered.
  func call<Answer: Decodable>(
    _ what: String, _ method: String, _ path: String, _ body: (any Encodable)? = nil, key: String? = nil,
    as type: Answer.Type = CheckoutBody.self
  ) async throws -> Answer? {
    guard case .answer(let body) = try await reply(what, method, path, body, key: key) else { return nil }
    return try JSONDecoder().decode(type, from: Data(body))
  }

  private enum Reply {
    case answer([UInt8])
    case refused(Problem.Kind)
    /// Nobody has answered for a long time.
    case silence
  }

  private func reply(
    _ what: String, _ method: String, _ path: String, _ body: (any Encodable)?, key: String? = nil
  ) async throws -> Reply {
    var headers = [(name: "authorization", value: "Bearer \(World.secretKey.reveal())")]
    if let key { headers.append((name: "idempotency-key", value: key)) }
    for _ in 1...60 {
      do {
        let answer = try await network.call(method, World.shop.text + path, body, headers: headers)
        switch answer.status {
        case 200...299: return .answer(answer.body)
        case 429, 500...: note(.noAnswer("\(what), answered \(answer.status),"))
        default:
          let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body))
          let kind = problem?.type ?? .notFound
          note(.refused(what, kind))
          return .refused(kind)
        }
      } catch is Network.NoAnswer {
        note(.noAnswer(what))
      }
      try await world.time.sleep(for: chance.duration(.milliseconds(300)...(.seconds(20))))
    }
    return .silence
  }

  func note(_ event: History.Event) { world.history.note(actor, reference, event) }

  // MARK: Calls

  func create(_ purchase: ScriptedPurchase, key: String, app: AppBody? = nil) async throws -> CheckoutBody? {
    let body = CreateCheckoutBody(
      orderReference: reference, kind: app == nil ? .browser : .app, provider: purchase.provider,
      language: purchase.language, capture: purchase.capture, order: purchase.order, app: app,
      buyer: BuyerFacts(ipAddress: "192.0.2.1", userAgent: "Browser"))
    guard let created = try await call("create", "POST", "/v1/checkouts", body, key: key) else { return nil }
    note(.created(key: key, created))
    return created
  }

  func read(_ id: String) async throws -> CheckoutBody? { try await told("read", "GET", "/v1/checkouts/\(id)") }

  func told(
    _ what: String, _ method: String, _ path: String, _ body: (any Encodable)? = nil
  ) async throws -> CheckoutBody? {
    let answer = try await call(what, method, path, body)
    if let answer { note(.told(answer)) }
    return answer
  }

  /// Reads the timeline, as a person does who examines the checkout.
  func readTimeline(_ id: String) async throws {
    let read = try await call("read the timeline", "GET", "/v1/checkouts/\(id)/timeline", as: TimelineBody.self)
    if let read { note(.timeline(id, read.entries)) }
  }

  /// Writes down a dispute that the provider does not tell of.
  func record(_ state: DisputeState, _ dispute: String, of id: String, _ amount: Money? = nil) async throws {
    let body = RecordDisputeBody(state: state, amount: amount)
    _ = try await call(
      "record a dispute", "PUT", "/v1/checkouts/\(id)/disputes/\(dispute)", body, as: PaymentBody.self)
    _ = try await read(id)
  }

  /// Has the buyer's details erased.
  func eraseBuyer(_ id: String) async throws {
    if case .answer = try await reply("erase", "DELETE", "/v1/checkouts/\(id)/buyer", nil) { note(.erased(id)) }
  }

  /// Tries what nobody may: it is told of only if it was taken.
  /// - Returns: The reason of the refusal; nil if it was taken, or is never answered.
  @discardableResult
  func tries(
    _ what: String, _ id: String, _ action: String, _ body: any Encodable, promise: String
  ) async throws -> Problem.Kind? {
    let (isTaken, refusal) = try await act(what, id, action, body)
    if isTaken { note(.broken(promise: promise, "\(what): it was taken.")) }
    return refusal
  }

  /// - Returns: The reason of the refusal, if it was refused.
  func act(
    _ what: String, _ id: String, _ action: String, _ body: any Encodable
  ) async throws -> (isTaken: Bool, refusal: Problem.Kind?) {
    switch try await reply(what, "POST", "/v1/checkouts/\(id)/\(action)", body) {
    case .answer(let answer):
      note(.told(try JSONDecoder().decode(CheckoutBody.self, from: Data(answer))))
      return (true, nil)
    case .refused(let kind): return (false, kind)
    case .silence: return (false, nil)
    }
  }

  /// Asks for an operation until it is answered, now and then from two processes at once.
  /// - Returns: False if it was refused, or is never answered.
  @discardableResult
  func operate(_ id: String, _ operation: ScriptedOperation, key: String) async throws -> Bool {
    note(.ordered(key: key, operation))
    let body = operation.kind == .void ? nil : PaymentOrderBody(amount: operation.amount, lines: operation.lines)
    func ask() async throws -> Bool {
      let answer = try await call(
        operation.kind.rawValue, "POST", "/v1/checkouts/\(id)/\(operation.kind.rawValue)", body, key: key,
        as: OperationResultBody.self)
      if let answer { note(.operation(key: key, answer)) }
      return answer != nil
    }
    guard world.happens(.shopRepeats) else { return try await ask() }
    async let first = ask()
    async let second = ask()
    let isTaken = try await (first, second)
    return isTaken.0 || isTaken.1
  }
}
