import FerryCore

extension BuyerTexts {
  static let swedish = BuyerTexts(
    // The way to the payment page
    toPaymentPage: "Till betalsidan", openingPaymentPage: "Ett ögonblick. Betalsidan öppnas.",
    pressToContinue: "Tryck på knappen för att öppna betalsidan.", continueButton: "Fortsätt",
    spent: TitledText(
      "Betalsidan är redan använd",
      "Gå tillbaka till butiken eller appen. Om betalningen inte är klar där, avbryt den och betala igen."),
    scriptNeeded: TitledText(
      "Sidan kräver JavaScript",
      "Den här sidan har inte dragit några pengar. Tillåt JavaScript för webbplatsen, gå tillbaka till butiken eller appen och försök igen."
    ),
    formNotShown: TitledText(
      "Betalformuläret kan inte visas",
      "Försök igen eller gå tillbaka. Om du redan har betalat gäller betalningen och görs inte om."),
    cancelPayment: "Avbryt och gå tillbaka", tryAgain: "Försök igen", backToShop: "Tillbaka till butiken",
    closeToGoBack: "Stäng sidan för att gå tillbaka till appen.",

    // Troubles
    linkStale: TitledText(
      "Länken fungerar inte längre",
      "Länkar till betalsidan fungerar en gång och i två minuter. Gå tillbaka till butiken och tryck på knappen igen."),
    startedElsewhere: TitledText(
      "Fortsätt där du började",
      "Betalningen startades i en annan webbläsare eller app. Inget har ändrats här; fortsätt där."),
    offline: TitledText(
      "Ingen anslutning",
      "Den här sidan har inte dragit några pengar. Kontrollera anslutningen, gå tillbaka till butiken och försök igen."),
    busy: TitledText(
      "Ett ögonblick",
      "Den här sidan har inte dragit några pengar. Vänta en minut, gå tillbaka till butiken och försök igen."),
    notOpened: TitledText(
      "Betalsidan kunde inte öppnas",
      "Den här sidan har inte dragit några pengar. Gå tillbaka till butiken och försök igen."),
    returned: TitledText("Du kan stänga sidan", "Appen visar hur det går med din order."),

    // Buttons in the shop
    payWith: { "Betala med \($0)" }, testPayment: "Testbetalning",

    // Another browser than the bound one
    cookiesBlocked: TitledText(
      "Tillåt cookies",
      "Webbläsaren har inte sparat betalningens cookie. Den här sidan har inte dragit några pengar. Tillåt cookies för webbplatsen, gå tillbaka till butiken eller appen och försök igen. Om du började i en annan webbläsare, fortsätt där."
    ),
    selectionDiscarded: TitledText(
      "Välj igen där du började",
      "Betalningen startades i en annan webbläsare, så det du har valt i den här används inte. Inget har betalats och varukorgen är oförändrad: gå tillbaka till webbläsaren där du började och välj igen där."
    ),
    selectionDiscardedInApp: TitledText(
      "Gå tillbaka till appen",
      "Betalningen startades i appen, så det du har valt i den här webbläsaren används inte. Inget har betalats och varukorgen är oförändrad: gå tillbaka till appen och välj igen där."
    ),
    paymentChecked: TitledText(
      "Fortsätt där du började",
      "Betalningen startades i en annan webbläsare. Den visar hur det går med betalningen; gå tillbaka dit."),
    paymentCheckedInApp: TitledText(
      "Gå tillbaka till appen",
      "Betalningen startades i appen. Appen visar hur det går med betalningen; stäng sidan och gå tillbaka dit."),

    // A browser inside another app
    embeddedBrowser: TitledText(
      "Öppna butiken utanför appen",
      "Du är i en webbläsare inuti en annan app, och betalsidan kanske inte fungerar här. Den här sidan har inte dragit några pengar."
    ),
    openByMenu: { "Öppna appens meny (ofta ··· eller delningsikonen) och välj ”Öppna i \($0)”." },
    orCopyAddress: " Eller kopiera butikens adress och klistra in den där.", anyBrowser: "webbläsaren",
    openInBrowser: "Öppna i webbläsaren", copyAddress: "Kopiera butikens adress", copied: "Kopierad.",
    continueHere: "Fortsätt här",

    // The way back to the app
    unreadableLink: TitledText(
      "Länken kan inte läsas", "Stäng sidan och öppna appen. Den visar hur det går med din order."),
    backByButton: TitledText("Tillbaka till appen", "Tryck på knappen för att fortsätta i appen."),
    appNotOpened: TitledText(
      "Tillbaka till appen", "Appen öppnades inte. Stäng sidan och öppna appen. Den visar hur det går med din order."),
    appNotOpenedTryOther: TitledText(
      "Tillbaka till appen",
      "Appen öppnades inte. Prova den andra knappen eller stäng sidan: appen visar hur det går med din order."),
    openApp: "Öppna appen", openAppOtherwise: "Öppna appen på ett annat sätt",
    goingBackToApp: "Du går tillbaka till appen. Om inget händer, stäng sidan.",
    inProgress: TitledText("Din betalning pågår", "Fortsätt i fönstret som har öppnats."),

    // The review
    reviewTitle: "Granska din order", deliverTo: "Leverans till", payment: "Betalning", items: "Din order",
    changeAddress: "Ändra adress", changePayment: "Ändra betalsätt", subtotal: "Delsumma", shipping: "Frakt",
    total: "Totalt",
    tax: { tax, isIncluded in
      let name = tax.kind == .excise ? "punktskatt" : "moms"
      return
        "\(isIncluded ? "varav" : "plus") \(name) \(tax.percent.display(.swedish)) på \(tax.base.display(.swedish))"
    }, purchaseAdvice: "Öppnar appen och sedan betalsidan.",
    backToApp: "Tillbaka till appen", loadingSelection: "Ett ögonblick. Vi hämtar det du har valt.",
    selectAnother: "Välj en annan adress.",
    countryNotServed: "Vi levererar inte till det landet", regionNotServed: "Vi levererar inte till den regionen",
    postOfficeBoxNotServed: "Vi levererar inte till boxadresser",
    packstationNotServed: "Vi levererar inte till paketskåp eller ombud",
    purchase: { "Köp · \($0.display(.swedish))" },
    changedTotal: { "Totalsumman har ändrats från \($0.display(.swedish)) till \($1.display(.swedish))." })
}
