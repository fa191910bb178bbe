import FerryCore

extension FerryTexts {
  static let swedish = FerryTexts(
    punctuation: Punctuation(space: " ", stop: ".", comma: ", "),

    // The pay button
    pay: { "Betala med \($0)" }, payHint: "Öppnar betalsidan. Du granskar din order här innan några pengar dras.",
    payBusy: "En betalning pågår",

    // Buttons
    checkAgain: "Kontrollera igen", goOn: "Fortsätt", cancel: "Avbryt", close: "Stäng", tryAgain: "Försök igen",

    // The review
    deliverTo: "Leverans till", paymentMethod: "Betalning", items: "Varor", subtotal: "Delsumma", shipping: "Frakt",
    tax: "Moms", taxContained: "Varav moms", excise: "Punktskatt", exciseContained: "Varav punktskatt", total: "Totalt",
    changeAddress: "Ändra adress",
    changePayment: "Ändra betalsätt", cancelAndKeep: "Avbryt och behåll varukorgen",
    changedAddress: "Leveransadressen har ändrats.", changedPayment: "Betalsättet har ändrats.",
    changedTotal: "Totalsumman har ändrats.", changedOther: "Ordern har ändrats sedan du såg den.",
    regionRefused: "Vi levererar inte till den regionen", postOfficeBoxRefused: "Vi levererar inte till boxadresser",
    packstationRefused: "Vi levererar inte till paketskåp eller ombud",
    buy: { "Köp nu · \($0.display(.swedish))" }, quantity: { "Antal \($0)" }, orderNumber: { "Ordernummer \($0)" },
    amountPaid: { "Betalt: \($0.display(.swedish))" },

    // The provider's page in a web view
    openInBrowser: "Öppna i webbläsaren",
    pageFailed: "Sidan kunde inte laddas. Kontrollera anslutningen eller öppna sidan i webbläsaren.",
    appMissing: "Ingen app på enheten öppnar länken. Välj ett annat betalsätt eller installera appen.",
    nothingCameBack: "Den andra appen har inte svarat än. Vänta om du nyss blev klar där. Försök igen om inget händer.",
    goesOnInBrowser:
      "Betalningen fortsätter i webbläsaren. Vänta om du nyss blev klar där. Försök igen om du hellre betalar här.",
    waitOn: "Vänta",

    // Errors
    cannotKeep: "Betalningen kan inte startas just nu. Lås upp enheten och försök igen.",
    mayHavePaid:
      "Ordern kan redan vara betald. Vi håller på att kontrollera det; betala inte igen. Välj Fortsätt för att se hur det ligger till.",

    // Statuses
    idle: TitledText("Ingen betalning pågår", "Varukorgen är som du lämnade den."),
    starting: TitledText("Öppnar betalsidan", "Ett ögonblick. Inga pengar har dragits än."),
    away: TitledText("Fortsätt i betalfönstret", "När du är klar där kommer du tillbaka hit automatiskt."),
    returning: TitledText("Välkommen tillbaka", "Ett ögonblick. Vi hämtar det du har valt."),
    checking: TitledText("Kontrollerar din order", "Ett ögonblick. Vi tar reda på hur det ligger till."),
    reviewing: TitledText("Granska din order", "Inga pengar har dragits än."),
    selectionRefused: TitledText(
      "Vi kan inte ta emot ditt val", "Vi levererar inte till den adressen. Inga pengar har dragits; välj en annan."),
    openingPayment: TitledText("Öppnar betalsidan", "Ett ögonblick. Inga pengar har dragits än."),
    confirmingPayment: TitledText("Vi bekräftar din betalning", "Ett ögonblick. Beställ inte igen."),
    cancelling: TitledText(
      "Avbryter din order", "Vi ber betalleverantören att stoppa betalningen. Beställ inte igen än."),
    paid: TitledText("Tack för din order", "Betalningen är genomförd. Spara ordernumret om du har frågor."),
    declinedMethod: TitledText(
      "Betalningen nekades",
      "Betalsättet godkändes inte. Inga pengar har dragits och varukorgen finns kvar. Prova ett annat."),
    declinedVerification: TitledText(
      "Betalningen nekades",
      "Banken kunde inte bekräfta att det var du. Inga pengar har dragits och varukorgen finns kvar. Försök igen eller använd ett annat kort."
    ),
    declined: TitledText(
      "Betalningen nekades",
      "Inga pengar har dragits och varukorgen finns kvar. Prova ett annat betalsätt eller fråga din bank."),
    declinedTimedOut: TitledText(
      "Betalningen nekades", "Det tog för lång tid. Inga pengar har dragits och varukorgen finns kvar. Försök igen."),
    notStarted: TitledText(
      "Betalningen kan inte startas just nu",
      "Inga pengar har dragits och varukorgen finns kvar. Försök igen senare eller betala på ett annat sätt."),
    cancelled: TitledText("Köpet avbröts", "Inga pengar har dragits. Varukorgen är som du lämnade den."),
    nothingToPay: TitledText("Det finns inget att betala", "Inga pengar har dragits. Ordern slutförs utan betalning."),
    notFinished: TitledText(
      "Din order är inte klar", "Inga pengar har dragits. Du kan fortsätta där du var eller börja om."),
    unconfirmed: TitledText(
      "Vi bekräftar din betalning",
      "Det tar lite längre tid än vanligt. Du behöver inte vänta: vi visar här hur det gick. Beställ inte igen."))
}
