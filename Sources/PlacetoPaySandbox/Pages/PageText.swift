import FerryCore
import FerrySandbox

/// The texts of the hosted pages.
struct PageText {
  let language: Language

  func callAsFunction(_ spanish: String, _ english: String) -> String { language == .spanish ? spanish : english }

  private func pick(_ spanish: String, _ english: String) -> String { self(spanish, english) }

  var sandbox: String { "Sandbox" }
  var noMoney: String { pick("Es una prueba. No se mueve dinero.", "This is a test. No money moves.") }
  var footer: String {
    pick(
      "Un sandbox de PlacetoPay para pruebas. No es PlacetoPay.",
      "A sandbox of PlacetoPay, for tests. It is not PlacetoPay.")
  }

  // Payer

  var payer: String { pick("Tus datos", "Your details") }
  var yourShop: String { pick("Tu tienda", "Your shop") }
  func payerLead(_ shop: String) -> String { pick("Para pagar en \(shop)", "To pay at \(shop)") }
  var name: String { pick("Nombres", "First name") }
  var surname: String { pick("Apellidos", "Last name") }
  var email: String { pick("Correo electrónico", "E-mail address") }
  var mobile: String { pick("Celular", "Mobile phone") }
  var documentType: String { pick("Tipo de documento", "Type of document") }
  var document: String { pick("N.º de documento", "Document number") }
  var noDocument: String { pick("Sin documento", "No document") }
  var goOn: String { pick("Continuar", "Continue") }
  var payerProblem: String {
    pick(
      "Revisa nombre, apellido y correo, y que el documento corresponda a su tipo.",
      "Check the names and the e-mail address, and that the document fits its type.")
  }
  var change: String { pick("Cambiar", "Change") }

  // Means of payment

  var pay: String { pick("Medio de pago", "Means of payment") }
  var save: String { pick("Guardar un medio de pago", "Save a means of payment") }
  var reference: String { pick("Referencia", "Reference") }
  var description: String { pick("Descripción", "Description") }
  var amount: String { pick("Valor", "Amount") }
  var card: String { pick("Tarjeta", "Card") }
  var cardNumber: String { pick("Número de tarjeta", "Card number") }
  var expiry: String { pick("Vencimiento (MM/AA)", "Expiry date (MM/YY)") }
  var code: String { pick("Código de seguridad", "Security code") }
  var installments: String { pick("Cuotas", "Installments") }
  var saveCard: String { pick("Guardar mi medio de pago", "Save my means of payment") }
  var payByCard: String { pick("Pagar con tarjeta", "Pay by card") }
  var saveByCard: String { pick("Guardar la tarjeta", "Save the card") }
  func transfer(_ name: String) -> String { pick("Transferencia bancaria (\(name))", "Bank transfer (\(name))") }
  var bank: String { pick("Banco", "Bank") }
  var payByTransfer: String { pick("Pagar desde mi banco", "Pay from my bank") }
  func cash(_ name: String) -> String { pick("Efectivo (\(name))", "Cash (\(name))") }
  var cashNote: String {
    pick("Recibes un recibo para pagar en un punto de pago.", "You get a slip to pay at a counter.")
  }
  var makeSlip: String { pick("Generar recibo", "Make a slip") }
  func athMovilNote(_ mobile: String?) -> String {
    guard let mobile else {
      return pick(
        "El celular decide el resultado. Sin celular, el pago se aprueba.",
        "The mobile phone decides about the result. Without one, the payment is approved.")
    }
    return pick("El celular \(mobile) decide el resultado.", "The mobile phone \(mobile) decides about the result.")
  }
  var payByATHMovil: String { pick("Pagar con ATH Móvil", "Pay by ATH Móvil") }
  func noMethod(_ codes: String) -> String {
    pick(
      "Este sandbox no tiene un medio de pago que sirva para la sesión. El comercio pide: \(codes).",
      "This sandbox has no means of payment that fits the session. The shop asks for: \(codes).")
  }
  var testCards: String {
    pick("Tarjetas de prueba: aprobadas, rechazadas, pendientes", "Test cards: approved, declined, pending")
  }
  var doNotContinue: String { pick("No deseo continuar", "I do not want to continue") }
  var backAtShop: String { pick("Vuelves al comercio", "You are going back to the merchant") }
  var returnToShop: String { pick("Regresar al comercio", "Return to the merchant") }

  func outcome(_ outcome: CardOutcome) -> String {
    switch outcome {
    case .approved: pick("aprobada", "approved")
    case .declined: pick("rechazada", "declined")
    case .notAuthenticated: pick("no autenticada", "not authenticated")
    case .pendingThenApproved: pick("pendiente, luego aprobada", "pending, then approved")
    case .pendingThenRejected: pick("pendiente, luego rechazada", "pending, then rejected")
    case .reviewThenApproved: pick("en revisión, la consola la aprueba", "in review, the console approves it")
    case .reviewThenRejected: pick("en revisión, luego rechazada", "in review, then rejected")
    case .exception: pick("falla técnica", "technical failure")
    case .slowThenApproved: pick("lenta (180 s), aprobada", "slow (180 s), approved")
    case .slowThenRejected: pick("lenta (180 s), rechazada", "slow (180 s), rejected")
    case .approvedBelow200: pick("aprobada por debajo de 200", "approved below 200")
    case .approvedWithData: pick("aprobada solo con sus datos", "approved with its data only")
    }
  }

  func problem(_ refusal: BuyerRefusal) -> String {
    switch refusal {
    case .card(.number): pick("El número de tarjeta no es válido.", "The card number is not valid.")
    case .card(.expiry): pick("La fecha de vencimiento no es válida.", "The expiry date is not valid.")
    case .card(.code): pick("El código de seguridad no es válido.", "The security code is not valid.")
    case .methodNotAllowed:
      pick("El comercio no acepta este medio de pago.", "The merchant does not take this means of payment.")
    case .amount: pick("El valor no es válido.", "The amount is not valid.")
    default: payerProblem
    }
  }

  // Steps

  var challenge: String { pick("Confirma con tu banco", "Confirm with your bank") }
  var challengeNote: String {
    pick(
      "Código de prueba: 12345 (3-D Secure), 123456 o 000000. Cualquier otro falla.",
      "Test code: 12345 (3-D Secure), 123456 or 000000. Any other fails.")
  }
  var oneTimeCode: String { pick("Código", "Code") }
  var confirm: String { pick("Confirmar", "Confirm") }
  var atBank: String { pick("Autoriza el pago", "Authorize the payment") }
  var bankApprove: String { pick("Autorizar", "Authorize") }
  var bankDecline: String { pick("Rechazar", "Decline") }
  var bankLater: String { pick("Decidir más tarde", "Decide later") }
  var bankDecidesLater: String { pick("Tu banco decidirá más tarde", "Your bank decides later") }
  var bankDecidesLaterNote: String {
    pick(
      "El pago queda pendiente, y el banco lo aprobará en unos minutos. Puedes regresar al comercio, o decidir aquí antes.",
      "The payment stays pending, and the bank approves it in some minutes. Go back to the merchant, or decide here before."
    )
  }
  var bankDone: String { pick("Tu banco respondió", "Your bank has answered") }
  var closeWindow: String {
    pick("Cierra esta ventana y vuelve a la página del pago.", "Close this window and go back to the payment page.")
  }
  var openBank: String { pick("Ir al banco", "Go to the bank") }
  var toPaymentPage: String { pick("Volver a la página del pago", "Back to the payment page") }

  // Results

  var approved: String { pick("Pago aprobado", "Payment approved") }
  var saved: String { pick("Medio de pago guardado", "Means of payment saved") }
  var declined: String { pick("Pago rechazado", "Payment declined") }
  var failed: String { pick("El pago no pudo ser procesado", "The payment could not be processed") }
  var pending: String { pick("Pago pendiente", "Payment pending") }
  var pendingNote: String {
    pick(
      "Te avisaremos cuando se conozca el resultado. No pagues otra vez.",
      "We will tell you when the result is known. Do not pay again.")
  }
  var partly: String { pick("Pago parcial aprobado", "Part of the payment approved") }
  func rest(_ amount: String) -> String { pick("Falta pagar \(amount).", "\(amount) is still to be paid.") }
  /// - Parameter until: By the true clock. The page shows it in the zone of Colombia.
  func slip(_ until: Moment) -> String {
    let parts = Timestamp.text(until).prefix(16).split { "-T".contains($0) }.map(String.init)
    let month = (Int(parts[1]) ?? 1) - 1
    let day = String(Int(parts[2]) ?? 1)
    return pick(
      "Paga este recibo antes del \(day) de \(Self.spanishMonths[month]) de \(parts[0]) a las \(parts[3]) (hora de Colombia).",
      "Pay this slip before \(Self.englishMonths[month]) \(day), \(parts[0]) at \(parts[3]) (Colombia time).")
  }

  private static let spanishMonths = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre",
  ]
  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  var receipt: String { pick("Recibo", "Receipt") }
  var method: String { pick("Medio de pago", "Means of payment") }
  var result: String { pick("Respuesta", "Result") }
  var retry: String { pick("Intentar de nuevo", "Try again") }
  var payRest: String { pick("Pagar el resto", "Pay the rest") }

  // The end

  var notAvailable: String { pick("Sesión no disponible", "Session not available") }
  var notAvailableNote: String {
    pick(
      "La sesión terminó o no existe. Regresa al comercio para empezar otra vez.",
      "The session has ended or does not exist. Go back to the merchant to start again.")
  }
  var badForm: String { pick("No se pudo leer el formulario", "The form could not be read") }
  var console: String { pick("Consola", "Console") }
  var running: String { pick("El sandbox de PlacetoPay está en marcha", "The PlacetoPay sandbox is running") }
}
