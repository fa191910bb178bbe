import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import HTTPTypes
import SwedbankPay

/// Checks that Swedbank Pay accepts an account's access token at its address. It asks for a payment order that does not
/// exist, which changes nothing.
struct AccountExamination {
  private let id: ProviderAccountID
  private let account: SwedbankPayAccount

  init(_ id: ProviderAccountID, _ account: SwedbankPayAccount) {
    self.id = id
    self.account = account
  }

  /// The id of no payment order.
  private static let order = ResourceID("/psp/paymentorders/00000000-0000-0000-0000-000000000000")

  func findings(_ connection: ProviderConnection) async -> [Finding] {
    guard let order = Self.order else { preconditionFailure("The path is an id.") }
    let call = SwedbankPayCall.getPaymentOrder(order)
    let asked = connection.time.now
    do {
      let sealed = try account.seal(call, sessionID: SessionID(connection.randomness))
      let answer = try await connection.transport.send(sealed.request, body: sealed.body, timeout: .seconds(15))
      return [
        finding(call, answer),
        // Swedbank Pay does not check clocks; deadlines do.
        .clock(
          subject, answer, asked: asked, of: "Swedbank Pay", "Set this machine's clock by NTP.", isRefused: false),
      ]
    } catch let field as InvalidField {
      return [.error(.provider, subject, "A request could not be made.", field.description)]
    } catch {
      return [
        .error(
          .provider, subject, "\(account.apiURL) does not answer.",
          "Let this machine reach it over https: check the address, DNS, firewall and proxy. A sandbox must be running."
        )
      ]
    }
  }

  private var subject: String { id.subject }

  private func finding(_ call: SwedbankPayCall, _ answer: ProviderAnswer) -> Finding {
    do throws(SwedbankPayFailure) {
      let _: PaymentOrder = try call.read(httpStatus: answer.status.code, body: answer.body)
      return .warning(
        .provider, subject, "\(account.apiURL) knows a payment order that does not exist.",
        "Check that the address is Swedbank Pay's.")
    } catch {
      switch error.kind {
      case .rejected: return .ok(.provider, subject, "\(account.apiURL) accepts the access token.")
      case .misconfigured where error.httpStatus == 401:
        return .error(
          .provider, subject, "\(account.apiURL) does not accept the access token.",
          "Make another in the Merchant Portal, for this environment, and set it.")
      case .misconfigured:
        return .error(
          .provider, subject, "\(account.apiURL) answers with something else than Swedbank Pay does.",
          "Check the address, and proxies on the way to it.")
      case .transient, .unknownOutcome:
        return .warning(
          .provider, subject, "\(account.apiURL) cannot say at present: HTTP \(answer.status.code).",
          "Ask again in a few minutes.")
      }
    }
  }
}
