import FerryCore
import FerryHTTP
public import FerryModule
import HTTPTypes
import PlacetoPay

extension PlacetoPayProvider {
  /// Checks that PlacetoPay accepts login and secret key at its address. It asks for a session that does not exist, which
  /// changes nothing.
  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    let clock = "Set this machine's clock by NTP: PlacetoPay refuses requests that are 5 minutes off (error 103)."
    return await Examination(id, at: merchant.baseURL, of: "PlacetoPay").findings(
      try PlacetoPayCall.querySession("0"), connection, clock: .checked(clock)
    ) { call, now in
      try merchant.seal(call, at: now, nonce: connection.randomness.bytes(16))
    } meaning: { call, answer in
      do throws(PlacetoPayFailure) {
        let _: SessionInformation = try call.read(httpStatus: answer.status.code, body: answer.body)
        return .exists("a session")
      } catch {
        if let problem = error.authentication {
          let code = problem.code.map { " (error \($0))" } ?? ""
          return .refused("refuses the login \(merchant.login)\(code). \(problem.cause)", change: problem.remedy)
        }
        return Examination.Meaning(error, accepting: "login and secret key")
      }
    }
  }
}
