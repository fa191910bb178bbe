import FerryCore
import FerryHTTP
public import FerryModule
import HTTPTypes
import SwedbankPay

extension SwedbankPayProvider {
  /// Checks that Swedbank Pay accepts the access token at its address. It asks for a payment order that does not exist, which
  /// changes nothing.
  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    guard let order = ResourceID("/psp/paymentorders/00000000-0000-0000-0000-000000000000") else {
      preconditionFailure("The path is an id.")
    }
    // Swedbank Pay does not check clocks; deadlines do.
    return await Examination(id, at: merchant.apiURL, of: "Swedbank Pay").findings(
      SwedbankPayCall.getPaymentOrder(order), connection, clock: .unchecked("Set this machine's clock by NTP.")
    ) { call, _ in
      try merchant.seal(call, sessionID: SessionID(connection.randomness))
    } meaning: { call, answer in
      do throws(SwedbankPayFailure) {
        let _: PaymentOrder = try call.read(httpStatus: answer.status.code, body: answer.body)
        return .exists("a payment order")
      } catch {
        return switch error.kind {
        case .rejected: .accepted("the access token")
        case .misconfigured where error.httpStatus == 401:
          .refused(
            "does not accept the access token.",
            change: "Make another in the Merchant Portal, for this environment, and set it.")
        case .misconfigured: .foreign
        case .transient, .unknownOutcome: .unavailable("HTTP \(answer.status.code)")
        }
      }
    }
  }
}
