import FerryCore
import FerryHTTP
import FerryModule
import HTTPTypes

extension BankProvider {
  /// Checks that the bank accepts login and secret. It asks for a payment that does not exist, which changes nothing.
  func examine(_ connection: ProviderConnection) async -> [Finding] {
    let clock = "Set this machine's clock by NTP: the bank refuses requests that are 5 minutes off."
    return await Examination(id, at: site, of: name).findings(
      BankCall(.read, "0"), connection, clock: .checked(clock)
    ) { call, now in
      try merchant.seal(call, for: nil, at: now, nonce: connection.randomness.bytes(16))
    } meaning: { call, answer in
      do throws(BankFailure) {
        _ = try call.read(httpStatus: answer.status.code, body: answer.body)
        return .exists("a payment")
      } catch {
        return switch error.reason {
        case .wrongTime: .refused("refuses this machine's clock.", change: clock)
        case .unauthenticated: .refused("refuses the login \(merchant.login).", change: "Check login and secret.")
        default: Examination.Meaning(error, accepting: "login and secret")
        }
      }
    }
  }
}
