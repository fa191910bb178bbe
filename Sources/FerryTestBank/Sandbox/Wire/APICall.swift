import Crypto
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryWeb
import HTTPTypes

/// A call of the API: `POST /api/OPERATION` or `POST /api/OPERATION/ID`. The bank has no documents but the client's types.
struct APICall {
  let operation: BankCall.Operation
  let payment: Int?

  /// Nil for a request that is no call.
  init?(_ request: HTTPRequest) {
    let segments = request.pathWithoutQuery.split(separator: "/").map(String.init)
    guard request.method == .post, segments.first == "api", segments.count > 1,
      let operation = BankCall.Operation(rawValue: segments[1])
    else { return nil }
    self.operation = operation
    payment = segments.count == 3 ? Int(segments[2]) : nil
  }
}

extension Sandbox {
  /// Answers a call with its planned fault.
  func answer(
    _ call: APICall, _ request: HTTPRequest, _ body: [UInt8], _ fault: SandboxFault.Kind?
  ) -> SandboxExchange {
    answer(
      request, operation: call.operation.rawValue, fault, failure: { CallAnswer($0, refusing: "failure") },
      unknownState: { $0.changingMembers { name, _ in name == "state" ? "invented" : nil } },
      otherAmount: {
        $0.changingMembers { name, value in
          name == "total" ? value.changingMembers { $0 == "amount" ? $1.with(firstDigit: "9") : nil } : nil
        }
      }
    ) { simulation in
      do throws(BankReason) {
        try authenticate(request, body)
        if let simulation { return CallAnswer(409, refusing: simulation) }
        return CallAnswer(200, stableJSON(try execute(call, body)))
      } catch {
        return CallAnswer(error.httpStatus, refusing: error.rawValue)
      }
    }
  }

  /// The header `Authorization: Bank LOGIN MILLISECONDS NONCE SIGNATURE`. Path, time and nonce, each with a blank after it, are
  /// signed with the body.
  private func authenticate(_ request: HTTPRequest, _ body: [UInt8]) throws(BankReason) {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 5, parts[0] == "Bank", parts[1] == DemoAccount.login, let time = Int64(parts[2]) else {
      throw .unauthenticated
    }
    let signed = Array("\(request.path ?? "") \(parts[2]) \(parts[3]) ".utf8) + body
    guard equalInConstantTime(parts[4], signature(of: signed)) else { throw .unauthenticated }
    let difference = Moment(milliseconds: time).since(state.timekeeper.now)
    guard abs(difference.wholeMilliseconds) <= Rules.tolerance.wholeMilliseconds else { throw .wrongTime }
  }

  /// HMAC-SHA256, in base64url.
  func signature(of bytes: [UInt8]) -> String {
    Base64URL.encode(
      HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: Array(secret.reveal().utf8))))
  }

  private func execute(_ call: APICall, _ body: [UInt8]) throws(BankReason) -> BankPayment {
    let new = try? BankCall.NewPayment(json: body)
    guard let change = try? BankCall.Change(json: body) else { throw .invalid }
    return try self.change { ledger, _ throws(BankReason) in
      let payment: Payment
      switch call.operation {
      case .open:
        guard let new, new.total.isPositive, new.payer != nil else { throw .invalid }
        payment = try ledger.open(new)
      case .find: payment = try ledger.payment(reference: change.reference)
      case .read: payment = try ledger.payment(call.payment)
      case .capture: payment = try ledger.perform(.capture(change.amount), on: call.payment)
      case .void: payment = try ledger.perform(.void, on: call.payment)
      case .refund:
        guard let amount = change.amount, let reference = change.reference else { throw .invalid }
        payment = try ledger.perform(.refund(amount, reference: reference), on: call.payment)
      case .cancel: payment = try ledger.perform(.cancel, on: call.payment)
      }
      guard payment.state == .open else { return payment.shown(page: nil) }
      let token = randomness.token()
      ledger.makePage(of: payment, token: token)
      return payment.shown(page: "\(origin.text)/pay/\(token)")
    }
  }
}

extension CallAnswer {
  fileprivate init(_ status: Int, refusing reason: String) {
    self.init(status, stableJSON(["error": reason]), reasonCode: reason)
  }
}

extension BankReason: BuyerError {
  var httpStatus: Int {
    switch self {
    case .unauthenticated, .wrongTime: 401
    case .notFound: 404
    default: 409
    }
  }

  var isUnknownPage: Bool { self == .notFound }
  var message: String { "The bank refuses this: \(rawValue)." }
}
