import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import HTTPTypes

/// Checks that Amazon Pay accepts an account's key, region and environment. It sends one signed request for a checkout
/// session that does not exist, which changes nothing.
struct AccountExamination {
  static let session = "00000000-0000-4000-8000-000000000000"

  private let id: ProviderAccountID
  private let account: AmazonPayAccount

  init(_ id: ProviderAccountID, _ account: AmazonPayAccount) {
    self.id = id
    self.account = account
  }

  func findings(_ connection: ProviderConnection) async -> [Finding] {
    do {
      let call = try AmazonPayCall.getCheckoutSession(Self.session)
      let answer = await answer(to: try account.request(for: call, at: connection.time.now), connection)
      var elsewhere: [(place: AccountPlace, answer: ProviderAnswer?)] = []
      if Self.isKeyRefused(answer) {
        for place in AccountPlace.others(than: account) {
          let request = try place.request(for: call, of: account, at: connection.time.now)
          elsewhere.append((place, await self.answer(to: request, connection)))
        }
      }
      return findings(answer, elsewhere: elsewhere)
    } catch {
      return [.error(.provider, id.subject, "A request could not be signed.", "Check the account's private key.")]
    }
  }

  private func answer(to request: HTTPRequest, _ connection: ProviderConnection) async -> ProviderAnswer? {
    try? await connection.transport.send(request, body: [], timeout: .seconds(10))
  }

  private var settings: String { AmazonPayRegistration.folder(id.account, account.mode) }

  // MARK: The key

  /// True if the answer says that the key is unknown or does not match: another region or environment may know it.
  static func isKeyRefused(_ answer: ProviderAnswer?) -> Bool {
    switch answer.flatMap({ failure($0)?.cause }) {
    case .signature, .account: true
    default: false
    }
  }

  /// The failure that an answer reports; nil if it knows the session.
  private static func failure(_ answer: ProviderAnswer) -> AmazonPayFailure? {
    do {
      let _: CheckoutSession = try AmazonPayCall.getCheckoutSession(session).object(in: answer)
      return nil
    } catch {
      return error as? AmazonPayFailure
    }
  }

  /// - Parameters:
  ///   - answer: Nil if none came.
  ///   - elsewhere: The answers of other places to the same request, after the key was refused.
  func findings(
    _ answer: ProviderAnswer?, elsewhere: [(place: AccountPlace, answer: ProviderAnswer?)] = []
  ) -> [Finding] {
    let examination = Examination(
      id, at: place, of: "Amazon Pay",
      remedy: account.endpoint.isFerrySandbox
        ? "Start the sandbox, or correct its address in the settings."
        : "Let this machine reach \(account.endpoint.host) over https: check DNS, firewall and proxy.")
    guard let answer else { return [examination.unreachable] }
    // Only for a known key Amazon Pay answers that there is no such session.
    let home = elsewhere.first { $0.answer.flatMap { Self.failure($0)?.cause } == .notFound }?.place
    let asked = elsewhere.filter { $0.answer != nil }.map { $0.place }
    let signedAt = answer.sent.headerFields[.amazonPayDate].flatMap { AmazonPayTimestamp.moment($0) }
    let clock = "Set this machine's clock by NTP: requests are dated, and refused when the date is off."
    return [
      examination.finding(meaning(answer, home.map { advice(for: $0) } ?? nowhere(asked))),
      examination.clock(answer, asked: signedAt ?? answer.receivedAt, .checked(clock)),
    ]
  }

  /// The change of the settings that fits the place that accepts the key.
  private func advice(for place: AccountPlace) -> String {
    let region =
      place.region == account.region
      ? nil
      : "The key belongs to the region \(place.region.rawValue), which accepts it: set \(settings).region to "
        + "\(place.region.rawValue)."
    guard place.environment != account.environment else { return region ?? "" }
    return
      "The key is of the \(place.environment.rawValue) environment"
      + (place.region == account.region ? "" : " in the region \(place.region.rawValue)")
      + ", which accepts it: enter it under \(AmazonPayRegistration.folder(id.account, place.environment.mode)), and under \(settings) the key "
      + "of the \(account.environment.rawValue) environment."
  }

  /// Nil if no other place was asked.
  private func nowhere(_ places: [AccountPlace]) -> String? {
    guard !places.isEmpty else { return nil }
    let names = places.map {
      $0.environment == account.environment ? $0.region.rawValue : "\($0.region.rawValue) (\($0.environment.rawValue))"
    }
    return "No other place accepts the key either (asked: \(names.joined(separator: ", ")))."
  }

  private func meaning(_ answer: ProviderAnswer, _ advice: String?) -> Examination.Meaning {
    guard let failure = Self.failure(answer) else { return .exists("a session") }
    switch failure.kind {
    case _ where failure.httpStatus.map { (200..<300).contains($0) } ?? false: return .foreign
    case .rejected where failure.cause == .notFound: return .accepted("key, region and environment")
    case .misconfigured:
      return .refused(
        "refuses: \(Self.facts(failure)).",
        change: (advice.map { "\($0) " } ?? "") + "\(failure.cause?.remedy ?? "") \(environment)")
    case .transient: return .unavailable(Self.facts(failure))
    case .rejected, .unknownOutcome:
      return .unexpected(
        "accepts the signature, and answers unexpectedly: \(Self.facts(failure)).",
        change: "Compare the account's settings with Seller Central.")
    }
  }

  private var place: String {
    "\(account.endpoint.origin)\(account.endpoint.basePath)/v2 (region \(account.region.rawValue)"
      + "\(account.endpoint.isFerrySandbox ? ", a sandbox of Ferry" : ""))"
  }

  /// The environment of the key, by its id.
  private var environment: String {
    AmazonPayEnvironment(ofPublicKeyId: account.publicKeyId) == nil
      ? "The key's id has no prefix: it is asked for at the path of the \(account.environment.rawValue) environment, and may "
        + "be of the other one."
      : "The key's id says that it is of the \(account.environment.rawValue) environment."
  }

  private static func facts(_ failure: AmazonPayFailure) -> String {
    [failure.httpStatus.map { "HTTP \($0)" }, failure.reasonCode.map { Printable.text($0.text, most: 60) }]
      .compactMap(\.self).joined(separator: ", ")
  }
}

/// A region and an environment of Amazon Pay, which may know the key of an account.
struct AccountPlace: Hashable, Sendable {
  let region: AmazonPayRegion
  let environment: AmazonPayEnvironment

  /// The other regions, and the other environment unless the key's id names its environment. Those of the same environment
  /// come first.
  static func others(than account: AmazonPayAccount) -> [AccountPlace] {
    let isDecided = AmazonPayEnvironment(ofPublicKeyId: account.publicKeyId) != nil
    let own = [account.environment]
    let environments = isDecided ? own : own + AmazonPayEnvironment.allCases.filter { $0 != account.environment }
    return environments.flatMap { environment in
      AmazonPayRegion.allCases.filter { $0 != account.region || environment != account.environment }
        .map { AccountPlace(region: $0, environment: environment) }
    }
  }

  /// The account's request, for this place. The token of a solution provider's merchant is left out.
  /// - Throws: `SigningError`.
  func request(for call: AmazonPayCall, of account: AmazonPayAccount, at moment: Moment) throws(SigningError)
    -> HTTPRequest
  {
    let own = account.endpoint
    var request = account.unsignedRequest(for: call)
    let target = (request.path ?? "").dropFirst(own.basePath.count)
    if own.isFerrySandbox {
      // A sandbox has one address for all regions.
      let segment = "/\(account.environment.rawValue)"
      let base =
        own.basePath.hasSuffix(segment)
        ? "\(own.basePath.dropLast(segment.count))/\(environment.rawValue)" : own.basePath
      request.path = base + target
    } else {
      let endpoint = AmazonPayEndpoint(region, environment, publicKeyId: account.publicKeyId)
      request.authority = endpoint.site.authority
      request.path = endpoint.basePath + target
      request.headerFields[.amazonPayHost] = endpoint.host
    }
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayAuthToken] = nil
    return try account.signer.signed(request, body: call.body, at: moment)
  }
}
