import FerryCore

extension FerryText {
  var swedish: String {
    switch self {
    case .pay(let provider): "Betala med \(provider)"
    case .payHint: "Öppnar betalsidan. Du granskar din order här innan några pengar dras."
    case .payBusy: "En betalning pågår"
    case .title(let status): Self.swedish(status).title
    case .advice(let status): Self.swedish(status).advice
    case .checkAgain: "Kontrollera igen"
    case .goOn: "Fortsätt"
    case .cancel: "Avbryt"
    case .close: "Stäng"
    case .tryAgain: "Försök igen"
    case .deliverTo: "Leverans till"
    case .paymentMethod: "Betalning"
    case .items: "Varor"
    case .subtotal: "Delsumma"
    case .shipping: "Frakt"
    case .tax: "Moms"
    case .taxContained: "Varav moms"
    case .total: "Totalt"
    case .changeAddress: "Ändra adress"
    case .changePayment: "Ändra betalsätt"
    case .buy(let total): "Köp nu · \(total.display(.swedish))"
    case .cancelAndKeep: "Avbryt och behåll varukorgen"
    case .quantity(let quantity): "Antal \(quantity)"
    case .changed(.address): "Leveransadressen har ändrats."
    case .changed(.payment): "Betalsättet har ändrats."
    case .changed(.total): "Totalsumman har ändrats."
    case .changed(.other): "Ordern har ändrats sedan du såg den."
    case .orderNumber(let number): "Ordernummer \(number)"
    case .amountPaid(let total): "Betalt: \(total.display(.swedish))"
    case .openInBrowser: "Öppna i webbläsaren"
    case .pageFailed: "Sidan kunde inte laddas. Kontrollera anslutningen eller öppna sidan i webbläsaren."
    case .appMissing: "Ingen app på enheten öppnar länken. Välj ett annat betalsätt eller installera appen."
    case .nothingCameBack:
      "Den andra appen har inte svarat än. Vänta om du nyss blev klar där. Försök igen om inget händer."
    case .goesOnInBrowser:
      "Betalningen fortsätter i webbläsaren. Vänta om du nyss blev klar där. Försök igen om du hellre betalar här."
    case .waitOn: "Vänta"
    case .cannotKeep: "Betalningen kan inte startas just nu. Lås upp enheten och försök igen."
    case .mayHavePaid:
      "Ordern kan redan vara betald. Vi håller på att kontrollera det; betala inte igen. Välj Fortsätt för att se hur det ligger till."
    }
  }

  private static func swedish(_ status: Status) -> (title: String, advice: String) {
    let declined = "Betalningen nekades"
    let kept = "Inga pengar har dragits och varukorgen finns kvar."
    return switch status {
    case .idle: ("Ingen betalning pågår", "Varukorgen är som du lämnade den.")
    case .starting: ("Öppnar betalsidan", "Ett ögonblick. Inga pengar har dragits än.")
    case .away: ("Fortsätt i betalfönstret", "När du är klar där kommer du tillbaka hit automatiskt.")
    case .returning: ("Välkommen tillbaka", "Ett ögonblick. Vi hämtar det du har valt.")
    case .checking: ("Kontrollerar din order", "Ett ögonblick. Vi tar reda på hur det ligger till.")
    case .reviewing: ("Granska din order", "Inga pengar har dragits än.")
    case .selectionRefused:
      ("Vi kan inte ta emot ditt val", "Vi levererar inte till den adressen. Inga pengar har dragits; välj en annan.")
    case .openingPayment: ("Öppnar betalsidan", "Ett ögonblick. Inga pengar har dragits än.")
    case .confirmingPayment: ("Vi bekräftar din betalning", "Ett ögonblick. Beställ inte igen.")
    case .cancelling:
      ("Avbryter din order", "Vi ber betalleverantören att stoppa betalningen. Beställ inte igen än.")
    case .paid: ("Tack för din order", "Betalningen är genomförd. Spara ordernumret om du har frågor.")
    case .declinedMethod: (declined, "Betalsättet godkändes inte. \(kept) Prova ett annat.")
    case .declinedVerification:
      (declined, "Banken kunde inte bekräfta att det var du. \(kept) Försök igen eller använd ett annat kort.")
    case .declined: (declined, "\(kept) Prova ett annat betalsätt eller fråga din bank.")
    case .declinedTimedOut: (declined, "Det tog för lång tid. \(kept) Försök igen.")
    case .notStarted:
      ("Betalningen kan inte startas just nu", "\(kept) Försök igen senare eller betala på ett annat sätt.")
    case .cancelled: ("Köpet avbröts", "Inga pengar har dragits. Varukorgen är som du lämnade den.")
    case .notFinished:
      ("Din order är inte klar", "Inga pengar har dragits. Du kan fortsätta där du var eller börja om.")
    case .unconfirmed:
      (
        "Vi bekräftar din betalning",
        "Det tar lite längre tid än vanligt. Du behöver inte vänta: vi visar här hur det gick. Beställ inte igen."
      )
    }
  }
}
