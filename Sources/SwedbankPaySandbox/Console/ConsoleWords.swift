import FerryCore
import FerrySandbox

/// The console's own texts, in Swedish and English. Names of the API stay as they are.
struct ConsoleWords {
  let language: PageLanguage

  private func pick(_ swedish: String, _ english: String) -> String { language.text(swedish, english) }

  /// The texts that the consoles of all sandboxes share.
  var shared: ConsoleText {
    ConsoleText(language: language.language, provider: PaymentOrderSandbox.name)
  }

  var noOrders: String { pick("Det finns ingen betalningsorder än.", "No payment order has been created yet.") }
  var order: String { pick("Betalningsorder", "Payment order") }
  var attempt: String { pick("Försök", "Attempt") }
  var bankDecides: String { pick("en bank avgör", "a bank decides") }
  func inProgress(_ instrument: Instrument) -> String {
    pick("\(instrument.name): pågår", "\(instrument.name): in progress")
  }

  // One order

  var answer: String { pick("Ordern med alla sina delar", "The order with all its parts") }
  var datesNote: String {
    pick(
      "Datumen är enligt butikens klocka, som aldrig ställs fram.",
      "The dates are by the shop's clock, which is never advanced.")
  }
  var acts: String { pick("Merchant Portal och bank", "Merchant Portal and bank") }
  var actsNote: String {
    pick("Det som en handlare eller en bank gör utanför API:et.", "What a clerk or a bank does outside the API.")
  }
  var amount: String {
    pick("Belopp i öre eller cent (tomt: allt)", "Amount in minor units (empty: all)")
  }
  func name(_ act: ConsoleAct) -> String {
    switch act {
    case .capture: pick("Debitera", "Capture")
    case .cancel: pick("Annullera reservationen", "Cancel the authorization")
    case .reversal: pick("Återbetala", "Reverse")
    case .abort: pick("Avbryt ordern", "Abort the order")
    case .confirmReversal: pick("Låt återbetalningen lyckas", "Let the pending reversal succeed")
    case .failReversal: pick("Låt återbetalningen misslyckas", "Let the pending reversal fail")
    }
  }

  // Callbacks

  func callbacks(_ areSent: Bool) -> String {
    areSent
      ? pick("Callbacks skickas till varje orders callbackUrl.", "Callbacks go to the callbackUrl of each order.")
      : pick("Handlaren har inget avtal om callbacks.", "The merchant has no agreement about callbacks.")
  }

  // Problems

  /// The meaning of a problem's type, and how to mend the request.
  func meaning(_ type: String) -> String? {
    switch type {
    case "unauthorized":
      pick(
        "Skicka Authorization: Bearer och den access token som sandlådan skriver ut när den startar.",
        "Send Authorization: Bearer and the access token that the sandbox prints at its start.")
    case "inputerror":
      pick(
        "Innehållet är inget JSON-objekt, eller Content-Type är inte application/json.",
        "The body is not a JSON object that Content-Type declares as application/json.")
    case "paymentorders/inputerror":
      pick(
        "Ett fält bryter mot en regel; meddelandet nämner det. En payeeReference används en enda gång, av alla anrop.",
        "A member breaks a rule; the message names it. A payeeReference is used once, by all operations together.")
    case "forbidden":
      pick(
        "Ordern tillåter inte detta nu. Läs ordern igen: en operation som saknas är inte tillåten.",
        "The state of the order does not allow this. Read the order again: an operation that is missing is not allowed."
      )
    case "configurationerror":
      pick("Detta ingår inte i handlarens avtal.", "The merchant's agreement does not have this.")
    case "notfound": pick("Sökvägen eller resursen finns inte.", "There is no such path or resource.")
    case "paymentorders/paymenttokeninactive":
      pick("Token är raderad. Lista köparens tokens.", "The token was deleted. List the payer's tokens.")
    case "systemerror": pick("Ett planerat fel gav det här svaret.", "A planned fault gave this answer.")
    default: nil
    }
  }
}
