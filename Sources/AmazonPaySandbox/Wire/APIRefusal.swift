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

  static func invalidCombination(_ why: String) -> Self { Self(400, "InvalidParameterCombination", why) }

  static func invalidSimulation(_ code: String) -> Self {
    Self(
      400, "InvalidSandboxSimulationSpecified",
      "The simulation code '\(code)' is unknown or not applicable to this request.")
  }

  static func currencyMismatch(expected: String) -> Self {
    Self(400, "CurrencyMismatch", "The currency must be \(expected), the currency of the charge permission.")
  }

  static let amountMismatch = Self(409, "AmountMismatch", "The amounts differ from those of the checkout session.")

  static func amountExceeded(_ why: String) -> Self { Self(400, "TransactionAmountExceeded", why) }

  static func notFound(_ kind: String) -> Self { Self(404, "ResourceNotFound", "The requested \(kind) was not found.") }

  static func foreign(_ kind: String) -> Self {
    Self(401, "UnauthorizedAccess", "The requested \(kind) belongs to another merchant account.")
  }

  static func invalidSessionStatus(_ why: String) -> Self { Self(422, "InvalidCheckoutSessionStatus", why) }

  static func invalidChargeStatus(_ state: String, _ action: String) -> Self {
    Self(422, "InvalidChargeStatus", "The charge is in state \(state) and cannot be \(action).")
  }

  static func invalidPermissionStatus(_ why: String) -> Self { Self(422, "InvalidChargePermissionStatus", why) }
}
