import FerryCore

/// The texts of the pages for payers.
struct PageWords {
  let language: PageLanguage

  private func pick(_ swedish: String, _ english: String) -> String { language.text(swedish, english) }

  var noMoney: String { pick("Det här är ett test. Inga pengar flyttas.", "This is a test. No money moves.") }
  var footer: String {
    pick(
      "En sandlåda för Swedbank Pay, för tester. Det här är inte Swedbank Pay.",
      "A sandbox of Swedbank Pay, for tests. It is not Swedbank Pay.")
  }
  var shop: String { pick("butiken", "the shop") }
  var running: String { pick("Sandlådan är igång", "The sandbox is running") }
  var console: String { pick("Konsol", "Console") }

  // Menu

  var pay: String { pick("Välj hur du vill betala", "Choose how to pay") }
  var save: String { pick("Spara ett kort", "Save a card") }
  func name(_ instrument: Instrument) -> String {
    switch instrument {
    case .creditCard: pick("Kort", "Card")
    case .invoiceSweden, .invoiceNorway: pick("Faktura", "Invoice")
    case .swish, .vipps, .mobilePay, .clickToPay, .trustly: instrument.name
    }
  }
  var number: String { pick("Kortnummer", "Card number") }
  var expiry: String { pick("Giltigt till (MM/ÅÅ)", "Expiry date (MM/YY)") }
  var code: String { pick("Säkerhetskod", "Security code") }
  var saveCard: String { pick("Spara kortet till nästa gång", "Save the card for the next time") }
  var payByCard: String { pick("Betala med kort", "Pay by card") }
  var saveByCard: String { pick("Spara kortet", "Save the card") }
  func payByStored(_ card: String) -> String { pick("Betala med \(card)", "Pay with \(card)") }
  func payBy(_ name: String) -> String { pick("Betala med \(name)", "Pay with \(name)") }
  var identityNumber: String { pick("Personnummer", "Personal identity number") }
  var payByInvoice: String { pick("Betala mot faktura", "Pay by invoice") }
  var testCards: String { pick("Testkort: godkända, nekade", "Test cards: approved, declined") }
  func outcome(_ outcome: TestCard.Outcome) -> String {
    switch outcome {
    case .approved: pick("godkänns", "approved")
    case .challenge: pick("banken frågar först", "the bank asks first")
    case .declined: pick("nekas", "declined")
    }
  }
  var terms: String { pick("Villkor", "Terms of service") }
  var cancel: String { pick("Avbryt och gå tillbaka", "Cancel and go back") }
  var noInstrument: String {
    pick("Det finns inget betalsätt för den här beställningen.", "No means of payment fits this order.")
  }

  // Problems

  func problem(_ refusal: PageRefusal) -> String {
    switch refusal {
    case .card(.number): pick("Kortnumret är fel.", "The card number is not valid.")
    case .card(.expiry): pick("Datumet är fel eller har passerat.", "The expiry date is not valid.")
    case .card(.code): pick("Säkerhetskoden är fel.", "The security code is not valid.")
    case .identityNumber: pick("Personnumret är fel.", "The identity number is not valid.")
    case .instrumentNotOffered: pick("Välj ett annat betalsätt.", "Choose another way to pay.")
    case .attemptRunning: pick("En betalning pågår redan.", "A payment is already in progress.")
    case .unknownOrder, .ended, .noAttempt, .noCancelButton, .notCheckedIn: notAvailableNote
    }
  }
  func declined(_ problem: APIProblem) -> String {
    pick(
      "Betalningen gick inte igenom. Försök igen eller välj ett annat sätt. (\(problem.title))",
      "The payment did not go through. Try again or choose another way. (\(problem.title))")
  }
  var badForm: String { pick("Formuläret kan inte läsas", "The form cannot be read") }

  // Waiting and end

  func waiting(_ name: String) -> String { pick("Öppna \(name)", "Open \(name)") }
  var waitingNote: String {
    pick("Sidan fortsätter när du har svarat.", "This page goes on when you have answered.")
  }
  func openHere(_ name: String) -> String { pick("Öppna \(name) på den här enheten", "Open \(name) on this device") }
  var openElsewhere: String { pick("Öppna testbanken i en ny flik", "Open the test bank in another tab") }
  var toIssuer: String { pick("Fortsätt till din bank", "Continue to your bank") }
  var stop: String { pick("Välj ett annat sätt att betala", "Choose another way to pay") }
  var paid: String { pick("Tack, betalningen är klar", "Thank you, the payment is done") }
  var failed: String { pick("Betalningen gick inte igenom", "The payment did not go through") }
  var aborted: String { pick("Betalningen är avbruten", "The payment was cancelled") }
  func back(_ shop: String) -> String { pick("Tillbaka till \(shop)", "Back to \(shop)") }
  var notAvailable: String { pick("Sidan finns inte", "This page is not available") }
  var notAvailableNote: String {
    pick("Gå tillbaka till butiken och börja om.", "Go back to the shop and start again.")
  }

  // Issuer, app, wallet

  var issuer: String { pick("Din bank vill veta att det är du", "Confirm it's you") }
  var issuerNote: String { pick("Koden är 1234.", "The code is 1234.") }
  var wrongCode: String { pick("Koden är fel. Den är 1234.", "That is the wrong code. It is 1234.") }
  var oneTimeCode: String { pick("Engångskod", "One-time code") }
  func atApp(_ name: String) -> String { pick("\(name): testbankens app", "\(name): the test bank's app") }
  var approve: String { pick("Godkänn", "Approve") }
  var decline: String { pick("Neka", "Decline") }
  var decideCancel: String { pick("Avbryt", "Cancel") }
  var decided: String { pick("Ditt svar är registrerat", "Your answer was received") }
  var closeWindow: String { pick("Du kan stänga fönstret.", "You can close this window.") }
  var openWallet: String { pick("Öppna plånboken", "Open the wallet") }

  // Check-in

  var checkin: String { pick("Vem är du?", "Who are you?") }
  var checkinNote: String {
    pick("En påhittad person. Uppgifterna lämnar inte datorn.", "A fictional person. Nothing leaves this machine.")
  }
  var email: String { pick("E-post", "E-mail address") }
  var mobile: String { pick("Mobilnummer", "Mobile number") }
  var goOn: String { pick("Fortsätt", "Continue") }
  func known(_ email: String) -> String { pick("Du är \(email).", "You are \(email).") }
  var trampoline: String { pick("Gå tillbaka till appen", "Go back to the app") }
}
