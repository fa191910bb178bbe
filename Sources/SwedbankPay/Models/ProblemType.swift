/// A documented type of problems, with its meaning ("Problems", Swedbank Pay documentation).
public struct ProblemType: Hashable, Sendable {
  /// The rest of the type's URL after `/psp/errordetail/`, such as `creditcard/carddeclined`.
  public let name: String
  public let meaning: Meaning

  /// The meaning of a type for a person who pays or who operates the server.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// The request has an invalid field.
    case input
    /// The merchant is not set up for this.
    case configuration
    /// It is not allowed now, such as a capture above the remaining amount.
    case notAllowed
    case notFound
    /// The payment method was refused; another one may work.
    case declined
    /// The payer did not pass a check, such as 3-D Secure.
    case authenticationFailed
    case cancelledByPayer
    case timedOut
    /// Too many tries with this card. It may work later.
    case limitExceeded
    /// A failure of Swedbank Pay's, or of a system behind it.
    case providerFault
  }
}

extension ProblemType: CaseIterable {
  public static let allCases = Meaning.allCases.flatMap { meaning in
    names(meaning).split(separator: " ").map { ProblemType(name: String($0), meaning: meaning) }
  }

  private static func names(_ meaning: Meaning) -> String {
    switch meaning {
    case .input: "creditcard/badrequest inputerror"
    case .configuration: "creditcard/cardbranddisabled configurationerror configerror"
    case .notAllowed: "paymentsessions/operationnotallowed forbidden"
    case .notFound: "notfound"
    case .declined:
      """
      creditcard/cardblacklisted creditcard/accountholdertyperejected creditcard/cardtyperejected \
      creditcard/frauddetected creditcard/acquirercardblacklisted creditcard/acquirercardexpired \
      creditcard/acquirercardstolen creditcard/acquirererror creditcard/acquirerinsufficientfunds \
      creditcard/acquirerinvalidamount creditcard/acquirerpossiblefraud creditcard/carddeclined \
      creditcard/paymenttokenerror creditcard/acquirererrordonotretry paymentorders/paymenttokeninactive \
      paymentagelimitnotmet swishdeclined swishalreadyinuse bankidalreadyinuse
      """
    case .authenticationFailed:
      """
      creditcard/3dsecureerror creditcard/3dsecurerequired creditcard/authenticationstatusrejected \
      creditcard/3dsecuredeclined creditcard/authenticationrequired paymentorders/clientapplaunchfailed \
      socialsecuritynumbermismatch
      """
    case .cancelledByPayer: "creditcard/3dsecureusercancelled bankidcancelled usercancelled"
    case .timedOut: "swishtimeout"
    case .limitExceeded: "creditcard/dailylimitexceeded creditcard/monthlylimitexceeded creditcard/velocitycheck"
    case .providerFault:
      """
      creditcard/internalservererror creditcard/3dsecureacquirergatewayerror creditcard/acquirergatewayerror \
      creditcard/badgateway creditcard/acquirergatewaytimeout systemerror bankiderror swisherror swishgatewaytimeout
      """
    }
  }

  /// - Parameter url: Nil for a URL of another shape, and for an unknown type.
  init?(url: String) {
    guard let marker = url.lowercased().firstRange(of: "/errordetail/") else { return nil }
    // One of the documentation's examples spells it with one L.
    let name = String(url.lowercased()[marker.upperBound...])
      .replacing("3dsecureusercanceled", with: "3dsecureusercancelled")
    // A resource's name may stand before these.
    let common = ["inputerror", "forbidden", "notfound", "systemerror"].first {
      name.split(separator: "/").last == $0[...]
    }
    guard let type = Self.allCases.first(where: { $0.name == common ?? name }) else { return nil }
    self = type
  }
}
