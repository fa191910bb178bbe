import FerrySandbox

/// An error answer: `{"reasonCode": …, "message": …}` under an HTTP status ("Manage errors" in the Amazon Pay
/// documentation). The control API answers errors in the same form.
typealias APIRefusal = ControlRefusal

extension APIRefusal {
  static func invalidValue(_ field: String, _ why: String) -> Self {
    Self(400, "InvalidParameterValue", "The value provided for '\(field)' is invalid: \(why).")
  }

  static func missingValue(_ field: String) -> Self {
    Self(400, "MissingParameterValue", "A value for '\(field)' is missing.")
  }

  static func unrecognizedField(_ field: String) -> Self {
    Self(400, "UnrecognizedField", "The field '\(field)' is invalid for this API.")
  }

  static func missingHeader(_ name: String) -> Self {
    Self(400, "MissingHeader", "The header \(name) is required.")
  }

  static func invalidHeader(_ message: String) -> Self { Self(400, "InvalidHeaderValue", message) }

  static func invalidAuthentication(_ message: String) -> Self { Self(403, "InvalidAuthentication", message) }

  static func invalidSignature(_ message: String) -> Self { Self(403, "InvalidRequestSignature", message) }

  static func invalidCombination(_ why: String) -> Self { Self(400, "InvalidParameterCombination", why) }

  static func invalidSimulation(_ code: String) -> Self {
    Self(
      400, "InvalidSandboxSimulationSpecified",
      "The simulation code '\(code)' is unknown or not applicable to this request.")
  }

  static let amountMismatch = Self(409, "AmountMismatch", "The amounts differ from those of the checkout session.")

  static func amountExceeded(_ why: String) -> Self { Self(400, "TransactionAmountExceeded", why) }

  static func notFound(_ kind: String) -> Self { Self(404, "ResourceNotFound", "The requested \(kind) was not found.") }

  static func foreign(_ kind: String) -> Self {
    Self(401, "UnauthorizedAccess", "The requested \(kind) belongs to another merchant account.")
  }

  static func invalidSessionStatus(_ why: String) -> Self { Self(422, "InvalidCheckoutSessionStatus", why) }

  static func invalidStatus(of charge: Charge, _ action: String) -> Self {
    Self(422, "InvalidChargeStatus", "The charge is in state \(charge.state.rawValue) and cannot be \(action).")
  }

  /// A payment that the card, or a simulation code, declines.
  static func declined(_ reasonCode: String) -> Self { Self(422, reasonCode, "The payment was declined.") }

  static let timedOut = Self(422, "TransactionTimedOut", "The authorization was not decided in time.")

  static let notEnabled = Self(403, "UnauthorizedAccess", "The account is not enabled for this operation.")

  static func invalidPermissionStatus(_ why: String) -> Self { Self(422, "InvalidChargePermissionStatus", why) }
}
