import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes

/// Whether Amazon Pay knows key, region and account: by a signed question about a checkout session that does not exist, which
/// changes nothing.
enum AccountCheck {
  /// Nobody has a session of this id.
  static let session = "00000000-0000-4000-8000-000000000000"

  static func subject(_ account: AmazonPayAccount) -> String { "\(account.mode.rawValue) account" }

  /// Whether the answer says that the key is not known, or does not fit: then it may be at home elsewhere.
  static func isKeyRefused(_ result: Result<ProviderAnswer, TransportFailure>) -> Bool {
    guard case .success(let answer) = result else { return false }
    switch kind(answer) {
    case .misconfigured(.signature), .misconfigured(.account): return true
    default: return false
    }
  }

  /// That there is no such session is said only to those whose key is known.
  private static func isAccepted(_ result: Result<ProviderAnswer, TransportFailure>) -> Bool {
    guard case .success(let answer) = result else { return false }
    return kind(answer) == .rejected(.notFound)
  }

  /// Nil for a success.
  private static func kind(_ answer: ProviderAnswer) -> AmazonPayFailure.Kind? {
    guard let call = try? AmazonPayCall.getCheckoutSession(session) else { return nil }
    do {
      let _: CheckoutSession = try call.object(in: answer)
      return nil
    } catch {
      return error.kind
    }
  }

  /// - Parameter elsewhere: What was answered to the same question at other places, after the key had been refused.
  static func findings(
    _ result: Result<ProviderAnswer, TransportFailure>, of account: AmazonPayAccount,
    elsewhere: [(place: AccountPlace, result: Result<ProviderAnswer, TransportFailure>)] = []
  ) -> [Finding] {
    let subject = subject(account)
    let place = place(account)
    let answer: ProviderAnswer
    switch result {
    case .failure(.notSent), .failure(.unknown):
      return [
        .error(
          .provider, subject, "\(place) does not answer.",
          account.endpoint.isStandIn
            ? "Start the stand-in, or correct its address in the settings."
            : "Let this machine reach \(account.endpoint.host) over https: check DNS, firewall and proxy.")
      ]
    case .success(let given): answer = given
    }
    let home = elsewhere.first { isAccepted($0.result) }?.place
    let asked = elsewhere.filter { (try? $0.result.get()) != nil }.map { $0.place }
    let advice = home.map { self.home($0, of: account) } ?? nowhere(asked, account)
    return [finding(answer, account, subject, place, advice)] + clock(answer, subject)
  }

  /// What to change so that the key is used where it is known.
  private static func home(_ place: AccountPlace, of account: AmazonPayAccount) -> String {
    let settings = "ferry.amazonPay.\(account.mode.rawValue)"
    let region =
      place.region == account.region
      ? nil
      : "The key belongs to the region \(place.region.rawValue), which accepts it: set \(settings).region to "
        + "\(place.region.rawValue)."
    guard place.environment != account.environment else { return region ?? "" }
    return
      "The key is of the \(place.environment.rawValue) environment"
      + (place.region == account.region ? "" : " in the region \(place.region.rawValue)")
      + ", which accepts it: enter it under ferry.amazonPay.\(place.environment.mode.rawValue), and under \(settings) the key "
      + "of the \(account.environment.rawValue) environment."
  }

  /// That the key is known at none of the places that have been asked; nil if none has been.
  private static func nowhere(_ places: [AccountPlace], _ account: AmazonPayAccount) -> String? {
    guard !places.isEmpty else { return nil }
    let names = places.map {
      $0.environment == account.environment ? $0.region.rawValue : "\($0.region.rawValue) (\($0.environment.rawValue))"
    }
    return "No other place accepts the key either (asked: \(names.joined(separator: ", ")))."
  }

  private static func finding(
    _ answer: ProviderAnswer, _ account: AmazonPayAccount, _ subject: String, _ place: String, _ advice: String?
  ) -> Finding {
    do {
      let call = try AmazonPayCall.getCheckoutSession(session)
      let _: CheckoutSession = try call.object(in: answer)
      return .warning(
        .provider, subject, "\(place) knows a session that does not exist.",
        "Check that the endpoint is Amazon Pay.")
    } catch let failure as AmazonPayFailure {
      switch failure.kind {
      case _ where failure.status.map { (200..<300).contains($0) } ?? false:
        return .error(
          .provider, subject, "\(place) answers with something else than Amazon Pay does.",
          "Check the endpoint, and proxies on the way to it.")
      case .rejected(.notFound):
        return .ok(.provider, subject, "\(place) accepts key, region and environment.")
      case .misconfigured(let reason):
        return .error(
          .provider, subject, "\(place) refuses: \(facts(failure)).",
          (advice.map { "\($0) " } ?? "") + "\(reason) \(environment(account))")
      case .transient:
        return .warning(
          .provider, subject, "\(place) cannot say at present: \(facts(failure)).", "Ask again in a few minutes.")
      case .rejected, .unknownOutcome:
        return .warning(
          .provider, subject, "\(place) accepts the signature, and answers unexpectedly: \(facts(failure)).",
          "Compare the account's settings with Seller Central.")
      }
    } catch {
      return .error(.provider, subject, "The question could not be written.", "Check the account's settings.")
    }
  }

  /// The endpoint, and how its paths are written.
  private static func place(_ account: AmazonPayAccount) -> String {
    "\(account.endpoint.origin)\(account.endpoint.basePath)/v2 (region \(account.region.rawValue)"
      + "\(account.endpoint.isStandIn ? ", a stand-in" : ""))"
  }

  /// Which environment the key belongs to by its id.
  private static func environment(_ account: AmazonPayAccount) -> String {
    AmazonPayEnvironment(ofPublicKeyId: account.publicKeyId) == nil
      ? "The key's id has no prefix: it is asked for at the path of the \(account.environment.rawValue) environment, and may "
        + "be of the other one."
      : "The key's id says that it is of the \(account.environment.rawValue) environment."
  }

  private static func facts(_ failure: AmazonPayFailure) -> String {
    [failure.status.map { "HTTP \($0)" }, failure.reasonCode.map { Printable.text($0.text, most: 60) }]
      .compactMap(\.self).joined(separator: ", ")
  }

  // MARK: The clock

  /// The difference of the clocks, by the date of the answer: how far it lies outside the time between question and answer.
  /// It is to the second.
  private static func clock(_ answer: ProviderAnswer, _ subject: String) -> [Finding] {
    guard let text = answer.headers[.date], let date = Moment(httpDate: text) else {
      return [.note(.clock, subject, "The answer has no date to compare this machine's clock with.")]
    }
    let asked = answer.sent.headerFields[.amazonPayDate].flatMap { AmazonPayTimestamp.moment($0) } ?? answer.receivedAt
    let difference = (date < asked ? date.since(asked) : max(.zero, date.since(answer.receivedAt))).components.seconds
    let change = "Set this machine's clock by NTP: requests are dated, and refused when the date is off."
    let seen = "This machine's clock is \(abs(difference)) s \(difference < 0 ? "ahead of" : "behind") the provider's."
    switch abs(difference) {
    case 0...5: return [.ok(.clock, subject, "This machine's clock agrees with the provider's.")]
    case 6...60: return [.warning(.clock, subject, seen, change)]
    default: return [.error(.clock, subject, seen, change)]
    }
  }
}
