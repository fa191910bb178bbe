import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import HTTPTypes
import PlacetoPay

/// Checks that PlacetoPay accepts an account's login and secret key at its address. It asks for a session that does not
/// exist, which changes nothing.
struct AccountExamination {
  /// The id of no session.
  static let session = "0"

  private let id: ProviderAccountID
  private let account: PlacetoPayAccount

  init(_ id: ProviderAccountID, _ account: PlacetoPayAccount) {
    self.id = id
    self.account = account
  }

  func findings(_ connection: ProviderConnection) async -> [Finding] {
    let call: PlacetoPayCall
    let sealed: SealedCall
    let asked = connection.time.now
    do throws(InvalidField) {
      call = try .querySession(Self.session)
      sealed = try account.seal(call, at: asked, nonce: connection.randomness.bytes(16))
    } catch {
      return [.error(.provider, subject, "A request could not be made.", error.description)]
    }
    do throws(TransportFailure) {
      let answer = try await connection.transport.send(sealed.request, body: sealed.body, timeout: .seconds(15))
      return [
        finding(call, answer),
        .clock(
          subject, answer, asked: asked, of: "PlacetoPay",
          "Set this machine's clock by NTP: PlacetoPay refuses requests that are 5 minutes off (error 103).",
          isRefused: true),
      ]
    } catch {
      return [
        .error(
          .provider, subject, "\(account.baseURL) does not answer.",
          "Let this machine reach it over https: check the address, DNS, firewall and proxy. A sandbox must be running."
        )
      ]
    }
  }

  private var subject: String { id.subject }

  private func finding(_ call: PlacetoPayCall, _ answer: ProviderAnswer) -> Finding {
    let failure: PlacetoPayFailure
    do throws(PlacetoPayFailure) {
      let _: SessionInformation = try call.read(httpStatus: answer.status.code, body: answer.body)
      return .warning(
        .provider, subject, "\(account.baseURL) knows a session that does not exist.",
        "Check that the address is PlacetoPay's.")
    } catch {
      failure = error
    }
    switch failure.kind {
    case .authentication(let problem):
      let code = problem.code.map { " (error \($0))" } ?? ""
      return .error(
        .provider, subject, "\(account.baseURL) refuses the login \(account.login)\(code). \(problem.cause)",
        problem.remedy)
    case .refused: return .ok(.provider, subject, "\(account.baseURL) accepts login and secret key.")
    case .transient where answer.status.kind != .successful, .unknownOutcome:
      return .warning(
        .provider, subject, "\(account.baseURL) cannot say at present: HTTP \(answer.status.code).",
        "Ask again in a few minutes.")
    case .notPlacetoPay, .transient:
      return .error(
        .provider, subject, "\(account.baseURL) answers with something else than PlacetoPay does.",
        "Check the address, and proxies on the way to it.")
    }
  }
}
