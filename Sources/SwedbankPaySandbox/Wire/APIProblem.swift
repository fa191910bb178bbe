import FerrySandbox

/// An error of the API (RFC 9457; "Problems" in the technical reference of Swedbank Pay's documentation).
struct APIProblem: Error, Codable, Hashable, Sendable {
  /// One wrong member, by its path in the request, or the operation that is refused.
  struct Part: Codable, Hashable, Sendable {
    let name: String
    let description: String
  }

  /// The part of `type` after `https://api.payex.com/psp/errordetail/`.
  let type: String
  let http: Int
  let title: String
  let detail: String
  var parts: [Part] = []

  init(_ type: String, _ http: Int, _ title: String, _ detail: String, _ parts: [Part] = []) {
    self.type = type
    self.http = http
    self.title = title
    self.detail = detail
    self.parts = parts
  }

  /// For people: what is wrong with the first member, else the detail.
  var message: String { parts.first?.description ?? detail }

  /// - Parameter session: The request's `Session-Id`.
  func body(session: String? = nil) -> JSONValue {
    .object(present: [
      "sessionId": session, "type": "https://api.payex.com/psp/errordetail/\(type)", "title": title, "status": http,
      "detail": detail,
      "problems": parts.map { part -> JSONValue in
        ["name": .string(part.name), "description": .string(part.description)]
      },
    ])
  }
}

extension APIProblem {
  /// A member of a request that breaks a rule.
  /// - Parameter path: Such as "PaymentOrder.PayeeInfo.PayeeReference".
  static func invalid(_ path: String, _ rule: String) -> Self {
    Self(
      "paymentorders/inputerror", 400, "Error in input data",
      "The given input contains one or more errors. The problems name them.",
      [Part(name: path, description: "\(path) \(rule).")])
  }

  /// An operation that the order does not allow now.
  static func forbidden(_ operation: String, _ description: String) -> Self {
    Self(
      "forbidden", 403, "Operation not allowed", "The operation is not allowed in the present state.",
      [Part(name: operation, description: description)])
  }

  static let malformed = Self("inputerror", 400, "Error in input data", "The body is not a JSON object.")
  static let otherMediaType = Self(
    "inputerror", 415, "Unsupported media type", "Content-Type has to be application/json.")
  /// The body of this answer is not documented.
  static let unauthorized = Self(
    "unauthorized", 401, "Unauthorized", "The access token is missing, or is not one of this merchant.")
  static let unknown = Self("notfound", 404, "Not found", "There is no such resource.")
  static let otherPayee = Self.forbidden("PayeeInfo.PayeeId", "The access token is not one of this payee.")

  static func notConfigured(_ detail: String) -> Self { Self("configurationerror", 403, "Configuration error", detail) }

  static func unknownToken(_ path: String) -> Self {
    Self(
      "paymentorders/inputerror", 404, "Error in input data", "The token is unknown.",
      [Part(name: path, description: "\(path) is unknown.")])
  }

  static let inactiveToken = Self(
    "paymentorders/paymenttokeninactive", 422, "Payment token inactive", "The payment token is deleted or expired.")

  static func failure(_ http: Int) -> Self {
    Self("systemerror", http, "System error", "An error occurred in the system.")
  }

  /// The problem that a planned fault names, such as `forbidden` or `paymentsessions/operationnotallowed`.
  static func simulated(_ type: String) -> Self {
    let statuses = [
      "forbidden": 403, "configurationerror": 403, "notfound": 404, "unauthorized": 401, "systemerror": 500,
      "paymentsessions/operationnotallowed": 409, "paymentorders/paymenttokeninactive": 422,
    ]
    return Self(type, statuses[type] ?? 400, "Simulated problem", "A planned fault gave this answer.")
  }
}

/// The problem of a payment that was declined, as attempts and the menu show it.
extension APIProblem {
  static func card(_ name: String, _ http: Int, _ title: String) -> Self {
    Self("creditcard/\(name)", http, title, "The card payment was not completed.")
  }

  static let cardDeclined = card("carddeclined", 403, "Card declined")
  static let challengeDeclined = card("3dsecuredeclined", 403, "3-D Secure declined")
  static let challengeCancelled = card("3dsecureusercancelled", 403, "3-D Secure cancelled by the user")
  static let authenticationRejected = card("authenticationstatusrejected", 403, "Authentication rejected")
  static let doNotRetry = card("acquirererrordonotretry", 403, "Acquirer error, do not retry")

  /// The results of a card payment by its amount in minor units ("Test data" of Swedbank Pay's documentation).
  static let byCardAmount: [Int64: APIProblem] = [
    900_313: card("acquirerinvalidamount", 403, "Invalid amount"),
    900_330: card("badrequest", 400, "Format error"),
    900_334: card("acquirerpossiblefraud", 403, "Possible fraud"),
    900_343: card("acquirercardstolen", 403, "Card stolen"),
    900_351: card("acquirererror", 403, "Rejected by the acquirer"),
    900_354: card("acquirercardexpired", 403, "Card expired"),
    900_359: card("acquirerpossiblefraud", 403, "Possible fraud"),
    900_361: card("acquirerinsufficientfunds", 403, "Insufficient funds"),
    900_362: cardDeclined,
    900_391: card("acquirergatewayerror", 502, "Acquirer host offline"),
  ]

  /// The results of a payment with a stored token, without the payer.
  static let byTokenAmount: [Int64: APIProblem] = [
    952_100: card("dailylimitexceeded", 403, "Daily limit exceeded"), 952_400: doNotRetry,
    952_507: card("paymenttokenerror", 403, "Modifications required"),
  ]

  static func app(_ name: String, _ title: String) -> Self {
    Self(name, 403, title, "The payment was not completed in the app.")
  }

  static let swishDeclined = app("swishdeclined", "Swish declined")
  static let swishTimeout = app("swishtimeout", "Swish timeout")
  /// The results of Swish by an order's description ("Test data" of Swedbank Pay's documentation).
  static let bySwishDescription = ["RF07": swishDeclined, "TM01": swishTimeout, "BANKIDCL": bankIDCancelled]

  static let cancelledByUser = app("usercancelled", "Cancelled by the user")
  static let bankIDCancelled = Self("bankidcancelled", 409, "BankID cancelled", "The payer cancelled BankID.")
  static let declined = Self("declined", 403, "Declined", "The payment was declined.")
}
