/// The documented types of problems: the rest of their URL after `/psp/errordetail/` ("Problems", Swedbank Pay
/// documentation).
public enum ProblemType: String, Hashable, Sendable, CaseIterable {
  // Common ones. A resource's name may stand before `inputerror`, `forbidden`, `notfound` and `systemerror`.
  case inputError = "inputerror"
  case configurationError = "configurationerror"
  case forbidden
  case notFound = "notfound"
  case systemError = "systemerror"
  case paymentTokenInactive = "paymentorders/paymenttokeninactive"
  case operationNotAllowed = "paymentsessions/operationnotallowed"
  case clientAppLaunchFailed = "paymentorders/clientapplaunchfailed"

  // Cards.
  case threeDSecureError = "creditcard/3dsecureerror"
  case badRequest = "creditcard/badrequest"
  case cardBlacklisted = "creditcard/cardblacklisted"
  case cardBrandDisabled = "creditcard/cardbranddisabled"
  case accountHolderTypeRejected = "creditcard/accountholdertyperejected"
  case cardTypeRejected = "creditcard/cardtyperejected"
  case threeDSecureRequired = "creditcard/3dsecurerequired"
  case authenticationStatusRejected = "creditcard/authenticationstatusrejected"
  case fraudDetected = "creditcard/frauddetected"
  case threeDSecureDeclined = "creditcard/3dsecuredeclined"
  case threeDSecureUserCancelled = "creditcard/3dsecureusercancelled"
  case acquirerCardBlacklisted = "creditcard/acquirercardblacklisted"
  case acquirerCardExpired = "creditcard/acquirercardexpired"
  case acquirerCardStolen = "creditcard/acquirercardstolen"
  case acquirerError = "creditcard/acquirererror"
  case acquirerInsufficientFunds = "creditcard/acquirerinsufficientfunds"
  case acquirerInvalidAmount = "creditcard/acquirerinvalidamount"
  case acquirerPossibleFraud = "creditcard/acquirerpossiblefraud"
  case authenticationRequired = "creditcard/authenticationrequired"
  case cardDeclined = "creditcard/carddeclined"
  case paymentTokenError = "creditcard/paymenttokenerror"
  case dailyLimitExceeded = "creditcard/dailylimitexceeded"
  case monthlyLimitExceeded = "creditcard/monthlylimitexceeded"
  case acquirerErrorDoNotRetry = "creditcard/acquirererrordonotretry"
  case velocityCheck = "creditcard/velocitycheck"
  case internalServerError = "creditcard/internalservererror"
  case threeDSecureGatewayError = "creditcard/3dsecureacquirergatewayerror"
  case acquirerGatewayError = "creditcard/acquirergatewayerror"
  case badGateway = "creditcard/badgateway"
  case acquirerGatewayTimeout = "creditcard/acquirergatewaytimeout"

  // Swish.
  case bankIDAlreadyInUse = "bankidalreadyinuse"
  case bankIDCancelled = "bankidcancelled"
  case bankIDError = "bankiderror"
  case configError = "configerror"
  case paymentAgeLimitNotMet = "paymentagelimitnotmet"
  case socialSecurityNumberMismatch = "socialsecuritynumbermismatch"
  case swishAlreadyInUse = "swishalreadyinuse"
  case swishDeclined = "swishdeclined"
  case swishError = "swisherror"
  case swishGatewayTimeout = "swishgatewaytimeout"
  case swishTimeout = "swishtimeout"
  case userCancelled = "usercancelled"

  /// - Parameter url: Nil for a URL of another shape, and for an unknown type.
  init?(url: String) {
    guard let marker = url.lowercased().firstRange(of: "/errordetail/") else { return nil }
    let rest = String(url.lowercased()[marker.upperBound...])
    switch rest {
    // One of the documentation's examples spells it so.
    case "creditcard/3dsecureusercanceled": self = .threeDSecureUserCancelled
    default:
      let common: [ProblemType] = [.inputError, .forbidden, .notFound, .systemError]
      guard
        let type = ProblemType(rawValue: rest)
          ?? common.first(where: { $0.rawValue == rest.split(separator: "/").last.map(String.init) })
      else { return nil }
      self = type
    }
  }

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

  public var meaning: Meaning {
    switch self {
    case .inputError, .badRequest: .input
    case .configurationError, .configError, .cardBrandDisabled: .configuration
    case .forbidden, .operationNotAllowed: .notAllowed
    case .notFound: .notFound
    case .paymentTokenInactive, .cardBlacklisted, .accountHolderTypeRejected, .cardTypeRejected, .fraudDetected,
      .acquirerCardBlacklisted, .acquirerCardExpired, .acquirerCardStolen, .acquirerError, .acquirerInsufficientFunds,
      .acquirerInvalidAmount, .acquirerPossibleFraud, .cardDeclined, .paymentTokenError, .acquirerErrorDoNotRetry,
      .paymentAgeLimitNotMet, .swishDeclined, .swishAlreadyInUse, .bankIDAlreadyInUse:
      .declined
    case .threeDSecureError, .threeDSecureRequired, .authenticationStatusRejected, .threeDSecureDeclined,
      .authenticationRequired, .socialSecurityNumberMismatch, .clientAppLaunchFailed:
      .authenticationFailed
    case .threeDSecureUserCancelled, .bankIDCancelled, .userCancelled: .cancelledByPayer
    case .swishTimeout: .timedOut
    case .dailyLimitExceeded, .monthlyLimitExceeded, .velocityCheck: .limitExceeded
    case .systemError, .internalServerError, .threeDSecureGatewayError, .acquirerGatewayError, .badGateway,
      .acquirerGatewayTimeout, .bankIDError, .swishError, .swishGatewayTimeout:
      .providerFault
    }
  }
}
