import FerryCore

extension Language {
  /// The language of a locale such as "es_CO"; nil for one that answers and pages do not have.
  init?(locale: String) {
    guard let language = Language(rawValue: locale.prefix(2).lowercased()), language != .japanese else { return nil }
    self = language
  }
}

/// A text in both languages.
struct Wording: Codable, Hashable, Sendable {
  let spanish: String
  let english: String

  init(_ spanish: String, _ english: String) {
    self.spanish = spanish
    self.english = english
  }

  func text(_ language: Language) -> String { language == .spanish ? spanish : english }
}

/// The status object of requests, sessions and transactions, without its date.
struct Status: Codable, Hashable, Sendable {
  enum Name: String, Codable, Sendable {
    case ok = "OK"
    case failed = "FAILED"
    case pending = "PENDING"
    case pendingConfirmation = "PENDING_CONFIRMATION"
    case approved = "APPROVED"
    case approvedPartial = "APPROVED_PARTIAL"
    case partialExpired = "PARTIAL_EXPIRED"
    case rejected = "REJECTED"
    case refunded = "REFUNDED"
    case dispute = "DISPUTE"
    case disputeWin = "DISPUTE_WIN"
    case disputeLoss = "DISPUTE_LOSS"
  }

  let name: Name
  let reason: String
  let message: Wording

  init(_ name: Name, _ reason: String, _ spanish: String, _ english: String) {
    self.name = name
    self.reason = reason
    message = Wording(spanish, english)
  }
}

/// The statuses of requests and sessions ("Session states" in the Checkout documentation, and answers of its test host).
extension Status {
  static let created = Status(
    .ok, "PC", "La petición se ha procesado correctamente", "The request has been processed successfully")
  static let done = Status(.ok, "00", "La petición se ha procesado correctamente", "The request has been processed")
  static let active = Status(.pending, "PC", "La petición se encuentra activa", "The request is active")
  static let pendingSession = Status(.pending, "PT", "La petición se encuentra pendiente", "The request is pending")
  static let approvedSession = Status(
    .approved, "00", "La petición ha sido aprobada exitosamente", "The request has been successfully approved")
  static let partlyApproved = Status(
    .approvedPartial, "P0", "La petición está parcialmente aprobada", "The request has been partially approved")
  static let partlyExpired = Status(
    .partialExpired, "PX", "La petición esta expirada o cancelada y se han realizado pagos",
    "The request has been expired or cancelled and it contains payments")
  static let cancelledByUser = Status(
    .rejected, "?C", "La petición ha sido cancelada por el usuario", "The request has been canceled by the user")
  static let cancelledByMerchant = Status(
    .rejected, "MC", "La petición ha sido cancelada por el comercio", "The request has been canceled by the merchant")
  static let expired = Status(.rejected, "EX", "La petición ha expirado", "The request has expired")
  static let rejectedSession = Status(
    .rejected, "XN", "Se ha rechazado la petición", "The request has been rejected")
}

/// The statuses of transactions.
extension Status {
  static let approved = Status(.approved, "00", "Aprobada", "Approved")
  static let refunded = Status(.refunded, "00", "Reembolsada", "Refunded")
  // The reference names these statuses and says nothing about their reasons and messages.
  static let disputed = Status(.dispute, "00", "En disputa", "Disputed")
  static let disputeWon = Status(.disputeWin, "00", "Disputa ganada", "Dispute won")
  static let disputeLost = Status(.disputeLoss, "00", "Disputa perdida", "Dispute lost")
  static let declined = Status(.rejected, "05", "Negada, Transacción declinada", "Declined transaction")
  static let overLimit = Status(.rejected, "61", "Negada, Excede el monto límite", "Declined, exceeds the amount limit")
  static let notAuthenticated = Status(
    .rejected, "01", "Negada, Autenticación fallida del tarjetahabiente", "Declined, cardholder not authenticated")
  static let unpaid = Status(.rejected, "05", "Negada, No se recibió el pago", "Declined, the payment did not arrive")
  static let cancelledInApp = Status(.rejected, "?C", "Cancelada por el usuario", "Cancelled by the user")
  static let pending = Status(.pending, "?-", "Transacción pendiente", "Pending transaction")
  static let awaitingConfirmation = Status(
    .pendingConfirmation, "?-", "Transacción pendiente de confirmación", "Pending confirmation transaction")
  static let transactionCancelled = Status(.rejected, "?C", "Cancelada por el comercio", "Cancelled by merchant")
  static let exception = Status(
    .failed, "BR", "La petición no puede ser procesada", "The request could not be processed")
}
