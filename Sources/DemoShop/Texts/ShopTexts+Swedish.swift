import FerryCore

extension ShopTexts {
  static let swedish = ShopTexts(
    // The frame
    shopName: "Minato Store", cartLink: { $0 == 0 ? "Varukorg" : "Varukorg (\($0))" },
    footer: "Minato Store är en demonstration. Inget säljs och ingen debiteras.",

    // The cart page
    cartPageTitle: "Surfplattor – Minato Store", headline: "Surfplattor för resan",
    tagline: { "Två storlekar med varsitt pris. Leverans i hela \($0)." },
    taglineTaxIncluded: { "Två storlekar med varsitt pris, moms ingår. Leverans i hela \($0)." },
    smallTablet: "8 tum, för en hand och en lång tågresa.", largeTablet: "10 tum, för film, recept och teckning.",
    taxIncluded: "moms ingår", taxAdded: "plus skatt", addToCart: "Lägg i varukorgen",
    addOneMore: "Lägg till en till", inCart: { "\($0) i varukorgen" }, cart: "Din varukorg",
    cartEmpty: "Varukorgen är tom", cartEmptyAdvice: "Lägg till en surfplatta så visas den här.",
    fewer: { "En \($0) mindre" }, more: { "En \($0) till" }, remove: { "Ta bort \($0)" }, removeShort: "Ta bort",
    each: { "\($0.display(.swedish)) per styck" }, quantity: { "Antal \($0)" }, subtotal: "Delsumma",
    shipping: "Frakt",
    shippingFrom: { "Frakt från \($0.display(.swedish)), beroende på adress. Visas innan du köper." }, tax: "Moms",
    excise: "Punktskatt", total: "Totalt", containedTax: { "Varav moms \($0.display(.swedish))" },
    containedExcise: { "Varav punktskatt \($0.display(.swedish))" }, termsTitle: "Köpvillkor",
    terms: "Butiken är en demonstration. Du köper ingenting och betalar ingenting.",
    tea: "Grönt te från första skörden.", book: "En roman om en hamn, i pocket.", untaxed: "momsfritt",
    shippingMayBeFree: "Frakten beror på adressen och är fri till vissa. Visas innan du köper.",
    orderWaiting: { "En order på \($0.display(.swedish)) väntar fortfarande" },
    orderWaitingAdvice: "Betalningen är inte klar. Öppna ordern för att se nästa steg.", seeOrder: "Visa ordern",
    code: "Rabattkod eller presentkort", redeem: "Använd",
    codeUnknown: "Vi känner inte igen koden. Kontrollera den och försök igen.", discounted: "Efter rabatt",
    codes: { "Prova gärna: \($0) ger 10\u{A0}% rabatt och \($1) är ett presentkort." }, coupon: { "Rabattkod \($0)" },
    giftCard: { "Presentkort \($0)" },
    giftCardPays: { "Ett presentkort betalar upp till \($0.display(.swedish)) av totalsumman." },
    methods: { "Kort, \($0) …" },
    otherOptions: { "Andra sätt att betala med \($0)" },
    chargedAfterReview: "Inga pengar dras förrän du har granskat din order.",
    chargedAfterSelection: {
      "Välj adress och kort hos \($0.joined(separator: " eller ")) och granska sedan allt här. Inga pengar dras förrän du trycker på Köp."
    },

    // The review page
    reviewTitle: "Granska din order", reviewAdvice: "Inga pengar har dragits än.", deliverTo: "Leverans till",
    paymentMethod: "Betalning", buyer: "Köpare", items: "Varor", change: "Ändra", changeAddress: "Ändra adress",
    changePayment: "Ändra betalsätt", buy: { "Köp nu · \($0.display(.swedish))" },
    buyAdvice: { "När du trycker på Köp läggs ordern och du skickas en kort stund till \($0)." },
    buyAtProvider: { "När du trycker på Köp kommer du till \($0), där du betalar." },
    cancelCheckout: "Avbryt och behåll varukorgen", reviewChanged: "Titta igen innan du köper",
    changedAddress: "Leveransadressen har ändrats.", changedPayment: "Betalsättet har ändrats.",
    changedTotal: { "Totalsumman har ändrats från \($0.display(.swedish)) till \($1.display(.swedish))." },
    changedTotalByAddress: {
      "Totalsumman har ändrats från \($0.display(.swedish)) till \($1.display(.swedish)) på grund av den nya leveransadressen."
    },
    changedOther: "Ordern har ändrats sedan sidan visades.", cartChanged: "Varukorgen har ändrats",
    cartChangedAdvice:
      "Du ändrade varukorgen efter att du gick till kassan. Med Köp beställer du det som sidan visar. För att beställa det som ligger i varukorgen nu, gå tillbaka till varukorgen och gå till kassan igen.",
    marketChanged: { "Den här ordern gäller \($0.name(.swedish))" },
    marketChangedAdvice: {
      "Du har valt \($0.name(.swedish)) efter att du gick till kassan. Med Köp beställer du det som sidan visar. För att köpa med \($0.name(.swedish)), gå tillbaka till varukorgen och gå till kassan igen."
    },

    // Selecting at the provider
    selectingTitle: { "Du är inte klar hos \($0) än" },
    selectingAdvice: { _ in "Välj adress och betalsätt där och kom sedan tillbaka hit för att granska din order." },
    continueAt: { "Fortsätt hos \($0)" }, undeliverableTitle: "Vi levererar inte dit",
    undeliverableAdvice: "Adressen du valde ligger i ett land som vi inte levererar till. Inga pengar har dragits.",
    regionAdvice: "Vi levererar inte till regionen för adressen du valde. Inga pengar har dragits.",
    postOfficeBoxAdvice: "Vi levererar inte till boxadresser. Inga pengar har dragits.",
    packstationAdvice: "Vi levererar inte till paketskåp eller ombud. Inga pengar har dragits.",
    selectOtherAddress: "Välj en annan adress", changingTitle: "Inget har ändrats",
    changingAdvice: "Du kom tillbaka utan att välja något annat. Det du valde först gäller fortfarande.",
    keepSelection: "Tillbaka till din order", checkingTitle: "Vi hämtar det du har valt",
    checking: "Ett ögonblick. Din order visas här automatiskt.",
    checkingAdvice: { "Vi hämtar din adress och ditt betalsätt från \($0). Du behöver inte välja igen." },

    // Market and delivery
    markets: "Land och valuta", deliveryTitle: "Vart ska vi leverera?",
    deliveryAdvice: { "Sedan granskar du allt här och betalar hos \($0). Inga pengar dras än." },
    fillInSample: "Fyll i en exempeladress", deliveryIncomplete: "Titta igen på de markerade fälten.",
    chooseOne: "Välj en.", fillIn: "Fyll i fältet.",
    countryCodeNeeded: { "\($0) behöver numret med landskod, till exempel +46 73 900 00 01." },
    entryNotAccepted: { "\($0) godkänner inte uppgiften. Kontrollera den." },
    emailForm: "Skriv så här: namn@example.com", mobileForm: "Skriv minst 7 siffror. Det får börja med +.",
    chooseFromList: "Välj en i listan.", tooLong: { "Skriv högst \($0) tecken." }, toReview: "Granska ordern",
    firstName: "Förnamn", surname: "Efternamn", email: "E-postadress", mobile: "Mobilnummer",
    documentType: "Typ av id-handling", document: "Id-handlingens nummer", street: "Adress", city: "Ort",
    region: "Län eller region", postalCode: "Postnummer", postalCodeIfAny: "Postnummer, om det finns",

    // On the way to the payment
    openingTitle: "Vi öppnar betalsidan", opening: "Ett ögonblick. Stanna kvar på sidan.",
    openingAdvice: { "Inga pengar har dragits än. När \($0) är redo kan du fortsätta till betalningen här." },
    confirmingTitle: "Vi bekräftar din betalning", confirming: "Ett ögonblick. Sidan uppdateras automatiskt.",
    confirmingAdvice: {
      "Du behöver inte stanna kvar. Vi fortsätter att fråga \($0), och sidan visar resultatet så snart vi har det. Betala inte igen."
    },
    otherOrderAdvice:
      "Den här sidan gäller den ordern och inte det som ligger i varukorgen nu. Avbryt den först om du vill betala varukorgen.",
    pendingTitle: "Betalningen väntar på besked",
    pending: "Den har varken godkänts eller nekats än. Det kan ta från några minuter till några dagar.",
    pendingPageAdvice: {
      "Om du ska betala en avi eller godkänna en överföring hittar du den hos \($0)."
    },
    checkAgain: "Kontrollera igen", payingTitle: "Betalningen är inte klar",
    payingAdvice: { "\($0) väntar på dig. Inga pengar har dragits än." },
    payingAtProviderAdvice: { "\($0) väntar på dig. Om du redan har betalat visar sidan det så snart vi vet." },
    attemptDeclined: { reason, provider in
      switch reason {
      case .paymentMethodRefused:
        "Det senaste betalförsöket godkändes inte. Du kan betala på ett annat sätt hos \(provider)."
      case .verificationFailed:
        "Banken kunde inte bekräfta att det var du. Du kan försöka igen hos \(provider) eller använda ett annat kort."
      case .timedOut: "Det senaste betalförsöket tog för lång tid. Du kan försöka igen hos \(provider)."
      case .refused, .notStarted:
        "Det senaste betalförsöket nekades. Du kan försöka igen hos \(provider) eller betala på ett annat sätt där."
      }
    },
    continuePayment: "Fortsätt till betalningen", cancellingTitle: "Vi avbryter din order",
    cancelling: { "Vi ber \($0) att stoppa betalningen. Sidan uppdateras automatiskt." },
    cancellingPendingTitle: "Ordern är inte avbruten än",
    cartWaits:
      "Ordern kan fortfarande betalas. För att du inte ska betala samma varor två gånger måste en varukorg med någon av dem vänta. Ta bort dem ur varukorgen om du vill betala resten nu, eller vänta tills ordern är avslutad.",
    cancellingPending: {
      "Betalningen väntar på besked, och \($0) kan inte stoppa den nu. Betala inte en avi som du har fått. Om banken godkänner betalningen genomförs ordern ändå. Annars avbryts den och inga pengar dras."
    },

    // Outcomes and problems
    thanksTitle: "Tack för din order", thanksAdvice: "Betalningen är genomförd. Spara ordernumret om du har frågor.",
    reservedAdvice: "Beloppet är reserverat och dras när vi skickar varan. Spara ordernumret om du har frågor.",
    releasedAdvice: "Inget har dragits: det reserverade beloppet är frisläppt. Spara ordernumret om du har frågor.",
    refundedAdvice: "Beloppet är återbetalt. Spara ordernumret om du har frågor.",
    disputedAdvice:
      "Betalningen är bestriden, så vi har stoppat leveransen. Spara ordernumret om du har frågor.",
    nothingToPay: "Ordern är klar och det finns inget att betala. Spara ordernumret om du har frågor.",
    orderNumber: "Ordernummer",
    amountPaid: "Betalt", amountReserved: "Reserverat", authorizationCode: "Auktorisering",
    timeline: "Se vad som hände, steg för steg",
    timelineAdvice: "Driftsidan öppnas. Logga in med nyckeln som demon skrev ut vid starten.",
    keepShopping: "Tillbaka till butiken", notStartedTitle: "Betalningen kan inte startas just nu",
    declinedTitle: "Betalningen nekades",
    declinedAdvice: { reason in
      switch reason {
      case .paymentMethodRefused:
        "Betalsättet godkändes inte. Inga pengar har dragits och varukorgen finns kvar. Välj ett annat betalsätt."
      case .verificationFailed:
        "Banken kunde inte bekräfta att det var du. Inga pengar har dragits och varukorgen finns kvar. Försök igen eller använd ett annat kort."
      case .timedOut: "Det tog för lång tid. Inga pengar har dragits och varukorgen finns kvar. Försök igen."
      case .notStarted:
        "Inga pengar har dragits och varukorgen finns kvar. Försök igen senare eller betala på ett annat sätt."
      case .refused, nil:
        "Inga pengar har dragits och varukorgen finns kvar. Försök igen med ett annat betalsätt eller fråga din bank."
      }
    },
    payAnotherWay: "Betala på ett annat sätt", backToCart: "Tillbaka till varukorgen",
    cancelledTitle: "Köpet avbröts", cancelledAdvice: "Inga pengar har dragits. Varukorgen är som du lämnade den.",
    expiredTitle: "Köpet tog för lång tid",
    expiredAdvice: "Tiden har gått ut och inga pengar har dragits. Varukorgen finns kvar; börja om när du vill.",
    heldTitle: "Vi kontrollerar din betalning",
    heldAdvice:
      "En person behöver kontrollera betalningen. Du behöver inte göra något, och betala inte igen: vi hör av oss.",
    moneyReserved: {
      "Inga pengar har dragits hittills, men \($0.display(.swedish)) är reserverade på ditt kort. Vi reder ut det; titta här igen om en stund. Varukorgen finns kvar."
    },
    moneyReturning: { "\($0.display(.swedish)) har dragits och betalas tillbaka. Varukorgen finns kvar." },
    moneyReturned: { "Beloppet som drogs, \($0.display(.swedish)), har betalats tillbaka. Varukorgen finns kvar." },

    // Problems
    unreachableTitle: "Kassan kan inte nås",
    unreachableAdvice: "Inga pengar har dragits och varukorgen finns kvar. Försök igen om en minut.",
    unknownTitle: "Vi fick ingen kontakt med kassan",
    unknownAdvice: "Vi vet inte än om ordern är lagd. Beställ inte igen. Kontrollera statusen i stället.",
    busyTitle: "Ett ögonblick",
    busyAdvice: "Det är mycket att göra just nu. Varukorgen finns kvar. Vänta lite och försök igen.",
    refusedTitle: "Ordern kan inte läggas så här",
    refusedAdvice: "Inga pengar har dragits. Gå tillbaka till varukorgen, kontrollera den och försök igen.",
    tryAgain: "Försök igen", seeCheckout: "Kontrollera status")
}
