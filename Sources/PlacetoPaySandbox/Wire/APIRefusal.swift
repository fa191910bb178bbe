import FerryCore
import FerrySandbox

/// An answer that refuses a request: HTTP status, and a status object with FAILED.
struct APIRefusal: Error, Hashable {
  let http: Int
  /// A text, or a number.
  let reason: JSONValue
  let message: Wording

  init(_ http: Int, _ reason: JSONValue, _ spanish: String, _ english: String) {
    self.http = http
    self.reason = reason
    message = Wording(spanish, english)
  }

  func body(_ language: Language, at now: Moment) -> JSONValue {
    [
      "status": [
        "status": .string(Status.Name.failed.rawValue), "reason": reason, "message": .string(message.text(language)),
        "date": .string(Timestamp.text(now)),
      ]
    ]
  }

  /// The reason as text, for the request log.
  var code: String {
    switch reason {
    case .string(let text): text
    case .number(let literal) where http == 401: message.english.split(separator: " ").last.map(String.init) ?? literal
    case .number(let literal): literal
    default: ""
    }
  }
}

extension APIRefusal {
  /// Codes 101 to 107, and 200 and 10001, after the documentation's page "Authentication".
  static func authentication(_ code: Int) -> Self {
    Self(401, 401, "Autenticación fallida \(code)", "Authentication failed \(code)")
  }

  /// No readable `auth`: code 100.
  static let malformedAuthentication = Self(401, 401, "Autenticación mal formada 100", "Malformed authentication 100")

  /// A member of a request that breaks a rule. The HTTP status is the site's setting, because no source states it.
  static func invalid(_ path: String, _ http: Int = 200) -> Self {
    Self(
      http, "request_not_valid", "El campo \(path) no es válido", "The \(path) field is not valid")
  }

  /// An operation that the state of the transaction forbids.
  private static func state(_ spanish: String, _ english: String) -> Self {
    Self(400, "request_not_valid", spanish, english)
  }

  static func combination(_ one: String, _ other: String) -> Self {
    Self(
      200, "request_not_valid", "No es posible usar \(one) junto con \(other)",
      "It is not possible to use \(one) together with \(other)")
  }

  static let expirationTooClose = Self(
    200, 0, "El tiempo para realizar el pago es muy poco", "The time to make the payment is too short")
  static let invalidReference = Self(
    200, 0, "Referencia inválida, debe ser de 1 a 32 caracteres", "Invalid reference, it must have 1 to 32 characters")
  static let invalidPayer = Self(
    200, "payer_data_not_valid", "Los datos del pagador no son válidos", "The payer data is not valid")
  static let tooManyDispersions = Self(
    200, "max_dispersion_error", "Se ha superado el número máximo de dispersiones",
    "The maximum number of dispersions has been exceeded")

  static let unknownSession = Self(
    404, "request_not_valid", "No existe la sesión que busca", "The requested session does not exist")
  static let unknownRoute = Self(404, "NA", "Pagina no encontrada", "Page not found")
  static let notPending = Self(
    400, "action_not_allowed", "No se pueden cancelar sesiones que no están pendientes.",
    "Sessions that are not pending cannot be cancelled")
  static let unknownTransaction = state(
    "No existe la transacción que busca", "The requested transaction does not exist")
  static let alreadyRefunded = state(
    "La transacción ya ha sido reembolsada", "Transaction already refunded")
  static let aboveRest = state(
    "El monto supera el valor disponible de la transacción",
    "The amount exceeds what is left of the transaction")
  static let notSettled = state(
    "La transacción no ha sido conciliada, solo es posible el reembolso total",
    "The transaction has not been settled, only a full refund is possible")
  static let otherCurrency = state(
    "La moneda no es la de la transacción", "The currency is not that of the transaction")
  static let transactionExpired = Self(
    400, "transaction_request_error", "La transacción ya ha sido expirada", "The transaction has already expired")
  static let invalidToken = Self(400, "XN", "El token usado es inválido", "The token used is invalid")

  static func unsupportedAction(_ action: String) -> Self {
    state(
      "La acción [\(action)] no está soportada para esta sesión",
      "The [\(action)] action is not supported for this session")
  }

  static func notAwaitingConfirmation(_ action: String) -> Self {
    state(
      "La acción [\(action)] solo está disponible para transacciones pendientes de confirmación",
      "The [\(action)] action is only available for transactions in a pending confirmation state")
  }

  /// A refusal that a planned fault names: an authentication code, or a reason.
  static func simulated(_ code: String) -> Self {
    if let number = Int(code), (100...107).contains(number) || [200, 10_001].contains(number) {
      return .authentication(number)
    }
    return Self(400, .string(code), "La petición no puede ser procesada", "The request could not be processed")
  }

  static func failure(_ http: Int) -> Self {
    Self(http, "XH", "Ha ocurrido un error interno", "An internal error has occurred")
  }
}
