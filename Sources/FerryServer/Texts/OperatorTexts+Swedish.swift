import FerryCheckout
import FerryCore
import FerryWeb

extension OperatorTexts {
  static let swedish = OperatorTexts(
    // The frame
    overview: "Översikt", checkouts: "Betalningar", held: "Stoppade", webhooks: "Webhookar", live: "SKARPT",
    test: "TEST", bandLive: "Skarpa betalningar: riktiga pengar", bandTest: "Testbetalningar: inga pengar flyttas",
    signOut: "Logga ut", roleLook: "får titta", roleAct: "får åtgärda", updated: "Uppdaterad",
    toOverview: "Till översikten",

    // Sign-in
    signIn: "Logga in",
    signInAdvice: "Använd din egen nyckel. Du loggas ut efter en timme utan aktivitet, och efter tolv timmar.",
    signInRefused: "Namnet eller nyckeln stämmer inte. Kontrollera båda och försök igen.", operatorName: "Namn",
    operatorKey: "Nyckel",

    // Errors
    errorRefused: TitledText(
      "Det här får du inte göra",
      "Din roll tillåter det inte, eller så öppnades sidan i en tidigare session. Inget har ändrats. Ladda om sidan och försök igen."
    ),
    errorNotFound: TitledText("Här finns ingenting", "Kontrollera adressen eller id:t."),
    errorTooMany: TitledText("För många försök", "Vänta en minut och försök igen."),
    errorUnreadable: TitledText(
      "Det gick inte att läsa",
      "Något i formuläret eller adressen är fel. Inget har ändrats. Gå tillbaka och försök igen."),
    errorFailed: TitledText(
      "Det gick inte", "Se betalningens förlopp innan du upprepar något. Serverns logg säger mer."),

    // The overview
    toDo: "Att göra", today: "I dag",
    heldCount: "stoppade: en människa beslutar", disputedCount: "öppna tvister", overdueCount: "försenade",
    parkedCount: "uppgivna webhookar",
    oldestWebhook: "äldsta ej levererade webhook", accounts: "Konton",
    noAccountProblems: "Ingen leverantör har avvisat ett kontos inställningar det senaste dygnet.",
    begun: "Startade", day: "Dag",
    reconciliation: "Senaste avstämningen", noReconciliation: "Ingen finns sparad. Kör ferry reconcile varje dag.",
    noDifferences: "Alla böcker stämmer.", noDifferencesInPart: "Inga avvikelser i det som jämfördes.",
    partNotCompared: "En del kunde inte jämföras. Kör ferry reconcile för att se vilken.", allShops: "alla butiker",
    comparedAt: "jämfört", nothingThisWeek: "Inga pengar rörde sig de senaste sju dagarna.",
    timesADay: { "\($0) gånger på ett dygn" }, onlyShop: { "butik \($0)" },
    notCompared: { "\($0) kunde inte jämföras. Kör ferry reconcile för att se vilka." },
    daysAgo: { "för \($0) dagar sedan" }, hoursAgo: { "för \($0) h sedan" }, seconds: { "\($0) s" },
    minutes: { "\($0) min \($1) s" }, differences: { $0 == 1 ? "1 avvikelse" : "\($0) avvikelser" },

    // Lists
    state: "Status", all: "Alla", stateLive: "Pågående", stateHeld: "Stoppade", stateOverdue: "Försenade",
    stateDisputed: "Bestridda", stateCapturable: "Att debitera", statePending: "Åtgärd pågår", provider: "Leverantör",
    mode: "Läge",
    from: "Från", until: "Till", show: "Visa", search: "Sök",
    searchFor: "Order, id, belopp, kortets sista siffror, namn eller e-post", found: "Sökresultat",
    nothingFound: "Inget hittades",
    nothingFoundAdvice:
      "Ändra filtret, eller sök efter en del: minst tre tecken, två i kanji och kana. Raderade köpare hittas inte.",
    latestAlone: { "Det finns fler. Det här är de senaste \($0)." },
    firstAlone: { "Det finns fler. Det här är de första \($0)." }, firstPage: "Första sidan", nextPage: "Nästa sida",
    export: "Exportera som CSV", overdue: "försenad", filter: "Filter",

    // Finding
    searchTooShort:
      "För många olika värden innehåller en del av texten, så bara hela ord söktes. Skriv fler tecken.",
    searchGoesOn: "Äldre betalningar har inte genomsökts ännu.", dateOf: "Datum för", figurePaid: "Betald",
    least: "Belopp från", most: "Belopp till", currency: "Valuta", views: "Sparade listor",
    saveView: "Spara den här listan", viewName: "Listans namn", removeView: "Ta bort en lista",
    viewsFull: "Du kan inte spara fler listor. Ta bort en först.", ordersOfBuyer: "Köparens alla ordrar",
    orders: "Ordrar", totals: "Summor", eraseBuyer: "Radera köparen i avslutade ordrar",
    eraseBuyerMeans: {
      "Ferry raderar namn, adresser och bevis för \($0 == 1 ? "1 avslutad order" : "\($0) avslutade ordrar") för gott. Pengar och historik finns kvar. Pågående ordrar behåller sin köpare."
    },

    // The numbers of days
    startToPayment: "Från start till betalning", lostBefore: "Lämnade innan de nådde leverantören",
    lostAtProvider: "Förlorade hos leverantören", lostAfter: "Förlorade efter återkomsten",
    timeToPay: "Mediantid till betalning", untilNow: "till den här tiden", moneyByDay: "Pengar per dag",

    // The journal
    journal: "Journal", journalMeans: "Operatörernas åtgärder, med historikens ord.",
    lastSevenDays: "Senaste sju dagarna", noActs: "Inga åtgärder.",

    // Webhooks
    endpoints: "Mottagare", endpoint: "Mottagare", messages: "Meddelanden", waiting: "väntar", parked: "uppgivet",
    delivered: "levererat", oldest: "äldst", nextAttempt: "nästa försök", sendAgain: "Skicka igen",
    nothingSent: "Inget skickades: meddelandet är för gammalt, eller så är mottagaren inte längre inställd.",
    nothingGivenUp: "Inget skickades: mottagaren har inga uppgivna meddelanden.",
    sendAllAgain: "Skicka alla uppgivna",
    noEndpoints: "Ingen mottagare är inställd. Butiker måste då fråga efter sina betalningars status.",
    noMessages: "Inga meddelanden",
    noWebhooks: "Ingen webhook skickades om den här betalningen, eller så är den glömd efter trettio dagar.",
    sendAllMeans: { count in
      count == 1
        ? "1 meddelande skickas igen, från början av sitt schema."
        : "\(count) meddelanden skickas igen, från början av sitt schema."
    },
    attempts: { "\($0) försök" },

    // Payouts
    payouts: "Utbetalningar", payout: "Utbetalning", payments: "Betalningar",
    noPayouts: "Ingen utbetalning är känd ännu.", noPayments: "Ingen betalning förklarar utbetalningen.",
    fees: "Avgifter", chargebacks: "Återkrav", otherLines: "Övriga rader", unexplained: "Hör inte till någon betalning",
    payoutComplete: "Utbetalningen är fullständig",
    payoutBalanced: "Summan stämmer, men alla rader är inte förklarade", payoutExpected: "Väntat enligt betalningarna",
    payoutNet: "Utbetalt enligt rapportens rader", payoutTransferred: "Överfört till banken",
    payoutReasons: "Vad skillnaden består av", payoutDifferences: "Belopp som skiljer sig från Ferrys",
    notTransferred: "I rapporten men inte överfört",
    shortBy: { "\($0) saknas" }, moreBy: { "\($0) mer än väntat" },
    payoutLines: { $0 == 1 ? "1 rad" : "\($0) rader" }, newLines: { $0 == 1 ? "1 ny" : "\($0) nya" },
    reports: "Importerade rapporter", noReports: "Ingen rapport har importerats.", importReport: "Importera en rapport",
    reportFile: "Leverantörens avräkningsrapport",
    reportMeans:
      "Välj filen som du laddade ned den. En fil importeras en gång, och en rad i flera rapporter räknas en gång.",
    reportMissing: "Välj en rapport för det här kontot. Inget har ändrats.",
    reportKnown: "Filen har importerats tidigare. Inget har ändrats.",
    reportUnreadable: { "Filen kan inte läsas, och inget har ändrats. Rad \($0)" },

    // One checkout
    nextStepTitle: "Nästa steg", money: "Pengar", noMoney: "Ingen betalning är känd.", authorized: "Reserverat",
    captured: "Debiterat", refunded: "Återbetalat", released: "Frisläppt", capturable: "Kan debiteras",
    refundable: "Kan återbetalas", lapses: "Reservationen upphör", operations: "Åtgärder",
    paymentReference: "Leverantörens referens", session: "Leverantörens session", method: "Betalsätt",
    capture: "Debitera", refund: "Återbetala", void: "Frisläpp", captureAmount: "Belopp att debitera",
    refundAmount: "Belopp att återbetala", order: "Order", orderNumber: "Ordernummer",
    orderReference: "Butikens orderreferens", details: "Detaljer", checkoutID: "Betalningens id", shop: "Butik",
    account: "Konto", kind: "Köparen är i", kindApp: "en app", kindBrowser: "en webbläsare",
    capturePolicy: "Debitering", captureAutomatic: "automatisk", captureManual: "manuell", created: "Började",
    expires: "Går ut", otherAttempts: "En annan betalning har betalat ordern:", buyer: "Köpare", buyerName: "Namn",
    email: "E-post", phone: "Telefon", address: "Leveransadress",
    uncertainDelivery:
      "Adressen visar inte vilket fraktpris som gäller eller om butiken levererar dit. Kontrollera den innan du skickar varorna.",
    noBuyer: "Inget är lagrat om köparen.",
    erasedBuyer: { "Uppgifterna om köparen raderades \($0)." },
    lockedBuyer:
      "Återkomsten är inte bekräftad än, så det är inte säkert vems uppgifterna är. De visas när butiken har bekräftat den.",
    forget: "Radera köparen", timeline: "Förlopp",
    timelineUTC: "Posterna är API:ets och loggens ord.", outstanding: "Pågående anrop",
    earlierEntries: "Tidigare poster", laterEntries: "Senare poster", by: { "av \($0)" },
    lines: "Rader", captureLines: "Debitera rader", refundLines: "Återbetala rader",
    linesMean: "Servern räknar ut beloppet, med rabatter och moms. Du ser det innan du bekräftar.",
    linesWrong: "Välj minst en rad och skriv hela antal. Inget har ändrats.",
    linesFree: "Raderna kostar inget efter rabatter och presentkort. Gå tillbaka och välj andra.",
    refundBeyondCapture: { "Återbetala mer än det debiterade beloppet, upp till \($0.display(.swedish))" },
    piecesLeft: { "av \($0)" },
    failedAttempts: { "\($0) misslyckade" },
    overdueSince: {
      "Något tar längre tid än det borde, sedan \($0). Fråga leverantören igen när orsaken är åtgärdad, eller sluta vänta och besluta."
    },
    operationPending: "väntar", operationUnknown: "okänt utfall", operationSucceeded: "klart",
    operationFailed: "misslyckades",

    // Disputes
    disputes: "Tvister", disputed: "bestridd", recordDispute: "Registrera en tvist",
    recordDisputeMeans:
      "Inga pengar flyttas här. Bestridda pengar kan inte återbetalas, och butiken får veta att den ska stoppa leveransen. Utan belopp gäller tvisten allt som är debiterat.",
    updateDispute: "Ändra", save: "Spara", disputeID: "Id eller ärendenummer", disputedAmount: "Bestritt belopp",
    everythingCaptured: "allt debiterat", disputeReason: "Skäl", respondBy: "Svara senast (UTC)",
    disputeAsked:
      "Ferry frågar varje dag. Vill du godta den gör du det i leverantörens konsol (Amazon Pay: Seller Central).",
    disputeWrong:
      "Skriv id:t med högst 64 bokstäver, siffror, - och _, beloppet med siffror och ett giltigt datum. Inget har ändrats.",
    disputeKnown: "Tvisten finns redan i listan. Ändra den där. Inget har ändrats.",
    paidBackTwice: "Köparen har fått pengarna två gånger. Bestrid kravet, eller begär den ena summan tillbaka.",
    despiteDispute: "Återbetala trots tvisten",
    despiteDisputeMeans:
      "Vissa tvister avslutas så, till exempel krav enligt A till Ö-garantin. I andra får köparen pengarna två gånger.",
    respondByDay: { "svara senast \($0)" }, disputeNeedsResponse: "väntar på svar", disputeUnderReview: "prövas",
    disputeWon: "vunnen", disputeLost: "förlorad", disputeWithdrawn: "återkallad", reasonFraud: "Bedrägeri",
    reasonNotReceived: "Inte mottagen", reasonNotAsDescribed: "Inte som beskriven",
    reasonCreditNotProcessed: "Återbetalning saknas", reasonDuplicate: "Debiterad två gånger",
    reasonWrongAmount: "Fel belopp", reasonCancelled: "Ordern var avbeställd", reasonOther: "Annat",
    toldByProvider: "Rapporterad av leverantören.", toldByReport: "Hittad i en avräkningsrapport.",
    toldByPerson: "Registrerad manuellt.",
    disputeAskedOnly: "Ferry frågar varje dag. Besvara eller godta den i leverantörens konsol.",
    answerDispute: "Svara med underlag",
    answerMeans:
      "Leverantören får allt på en gång och avgör sedan. Ferry raderar underlaget så snart det har kommit fram.",
    sendAnswer: "Skicka underlaget", evidenceType: "Underlag", evidenceText: "Text", evidenceFile: "Fil",
    answerWrong:
      "Inget har skickats. Skriv en text på högst 5 000 tecken eller välj en fil: csv, pdf, xls, xlsx, doc, docx, ods, jpg eller png.",
    evidenceProduct: "Produktbeskrivning", evidenceReceipt: "Kvitto", evidenceCancellation: "Avbeställningsvillkor",
    evidenceSignature: "Köparens underskrift", evidenceTracking: "Kollinummer", evidenceCarrier: "Transportör",
    evidenceDeviceID: "Enhets-id", evidenceDevice: "Enhet", evidenceDownload: "Tid för nedladdningen",
    answerSending: "Underlaget skickas, påbörjat:", answerSent: "Underlag skickades:",
    answerRefused: "Leverantören tog inte emot underlaget (orsaken står i förloppet):",
    answerStopped: "Det är inte känt om underlaget kom fram. Se efter i leverantörens konsol:",

    // Actions
    decide: "Besluta", accept: "Godkänn betalningen", reject: "Återbetala och avbryt", ask: "Fråga leverantören igen",
    hold: "Sluta vänta och besluta", happened: "Åtgärden utfördes", didNotHappen: "Åtgärden utfördes inte",
    happenedAmount: "Belopp hos leverantören", operation: "Åtgärd", asked: "Begärt belopp",
    reported: "Leverantören rapporterar", goBack: "Tillbaka", amount: "Belopp",
    amountWrong:
      "Skriv siffror utan tusentalsavgränsare, med punkt eller komma före de decimaler som valutan har. Inget har ändrats.",
    changedMeanwhile:
      "Betalningen har ändrats sedan du öppnade sidan. Inget har gjorts. Titta på den igen och bekräfta sedan.",
    notPossible: "Det går inte nu",
    realMoney: "Det är en skarp betalning. Riktiga pengar flyttas, och det går inte att ångra här.",
    writtenDown: "Ditt namn och tiden skrivs in i förloppet.",

    // Acts
    menu: "Meny", noReason: "Inte angivet", reasonRequested: "På kundens begäran", reasonDefective: "Defekt",
    refundNote: "Anteckning (utan köparens namn)",
    noteWrong: "Skriv anteckningen med högst 200 tecken, utan specialtecken. Inget har ändrats.",
    amountMissing: "Skriv ett belopp. Inget har ändrats.", allEntries: "Alla poster",
    operationWaits: {
      "\($0): begärt \($2). \($1) har inte bekräftat än. Därefter kan du debitera, återbetala eller frisläppa igen."
    },
    actUnanswered: { "\($0) har inte svarat än. Svaret visas på sidan när det kommer." },
    actPending: { "Begärt. \($0) har inte bekräftat än." }, actConfirmed: { "\($0) har bekräftat." },
    actFailed: { "\($0) har nekat. Inga pengar har flyttats." },
    actUnknown: "Utfallet är okänt. Avgör först om åtgärden utfördes.", actUnchanged: "Inget har ändrats.",
    actRecorded: "Registrerat.", actSending: "Meddelandet skickas. Resultatet visas på sidan när det kommer.",
    actAllDelivered: "Alla meddelanden till mottagaren är levererade.",
    actChanged: { "Betalningens läge nu: \($0)." }, actAttempt: { "Försök \($0)" },
    failureMethod: "betalsättet nekades", failureVerification: "verifieringen misslyckades",
    failureRefused: "nekad", failureTime: "tiden gick ut", failureStart: "kom inte i gång",
    failureLapsed: "reservationen har upphört", failureRules: "leverantören tillåter det inte",
    webhookAnswered: { "svarade \($0)" }, webhookNotReached: "ingen förbindelse",
    webhookTooLate: "inget svar i tid", webhookBroken: "förbindelsen bröts",
    webhookGone: "inte skickat, mottagaren finns inte längre", webhookRemoved: "inte skickat, mottagaren togs bort",

    // Consequences
    captureMeans: "Leverantören drar det reserverade beloppet åt dig.",
    captureReleasesRest: "Den här leverantören debiterar en gång: resten frisläpps och kan inte debiteras senare.",
    refundMeans: "Leverantören betalar tillbaka till köparen. Det kan ta dagar innan pengarna kommer fram.",
    voidMeans:
      "Leverantören frisläpper det reserverade belopp som inte är debiterat. För att få det senare måste köparen betala igen.",
    acceptMeans: "Betalningen gäller som leverantören har den.",
    acceptsOther: { "\($0) begärdes, och leverantören rapporterar \($1). Betalningen gäller med \($1)." },
    acceptsUnreadable: {
      "Leverantören rapporterar ett belopp som inte går att läsa: \($0). Betalningen gäller med \($1)."
    },
    rejectMeans: "Leverantören tillfrågas först. Allt frisläpps eller återbetalas, även det som kommer senare.",
    askMeans: "Leverantören tillfrågas om läget, och servern handlar efter svaret.",
    holdMeans:
      "Det försenade anropet räknas som okänt, och Ferry slutar fråga. Se efter i leverantörens konsol och besluta sedan.",
    happenedMeans: "Du har sett i leverantörens konsol att åtgärden utfördes.",
    didNotHappenMeans: "Du har sett i leverantörens konsol att pengarna inte flyttades.",
    checkMeans: "Leverantören tillfrågas nu om läget. Anrop som har misslyckats upprepas genast.",
    forgetMeans:
      "Namn, adresser och alla andra uppgifter om köparen raderas från servern. Pengar och förlopp blir kvar. Det går inte att ångra.",
    buyerPays: { "Ser att ordern är betald: \($0)." }, buyerNoticesNothing: "Märker ingenting.",
    buyerIsCancelled: "Läser att betalningen avbröts.", buyerWaits: "Läser fortfarande att betalningen kontrolleras.",
    shopShips: "Får veta att ordern är betald och levererar den.",
    shopStaysPaid: "Ordern förblir betald, och butiken får veta utfallet.",
    shopIsCancelled: "Får veta att betalningen avbröts och levererar ingenting.", shopWaits: "Levererar ingenting än.",
    staysCaptured: { "\($0) förblir debiterat." },
    staysAuthorized: { "\($0) förblir reserverat. Debitera det innan reservationen upphör." },
    isCaptured: { "\($0) debiteras." }, isRefunded: { "\($0) återbetalas." }, isReleased: { "\($0) frisläpps." },
    goesBackLater: "Det finns inget att betala tillbaka. Det som kommer senare går tillbaka.",
    followsAnswer: "Flyttas bara om svaret är tydligt.", nothingMoves: "Ingenting flyttas.",
    countsAsDone: { "Ingenting flyttas. \($0) räknas som utfört." },
    countsAsNotDone:
      "Åtgärden räknas som inte utförd och kan begäras igen. Om den ändå utfördes flyttas pengarna två gånger.",

    // Phases
    phaseOpen: "öppen", phaseSelecting: "väljer", phaseReviewing: "granskar", phaseAuthorizing: "auktoriseras",
    phasePaying: "betalar", phaseSettling: "bekräftas", phaseClosing: "avslutas", phasePaid: "betald",
    phaseDeclined: "nekad", phaseCancelled: "avbruten", phaseExpired: "utgången", phaseHeld: "stoppad",
    nextStep: { phase in
      switch phase {
      case .open, .selecting, .reviewing, .unrecognised:
        "Köparen handlar. Inga pengar har flyttats. Betalningen går ut av sig själv om köparen går."
      case .authorizing: "Servern ber leverantören om betalsidan. Inget behöver göras."
      case .paying:
        "Köparen är på leverantörens betalsida. Om köparen inte kommer tillbaka frågar servern leverantören."
      case .settling:
        "Servern bekräftar betalningen med leverantören. Med vissa betalsätt tar det dagar. Skicka inget än."
      case .closing:
        "Betalningen avslutas, och servern frågar leverantören om pengar har flyttats. Inget behöver göras."
      case .paid: "Ordern är betald. Leverera den."
      case .declined: "Leverantören nekade. Köparen kan betala ordern på ett annat sätt."
      case .cancelled: "Den avbröts utan betalning. Inget behöver göras."
      case .expired: "Den gick ut utan betalning. Inget behöver göras."
      case .held:
        "En människa beslutar. Till dess flyttar Ferry inga pengar, och köparen läser att betalningen kontrolleras."
      }
    },
    stepRespondBy: { "Leverera inte. Svara på tvisten senast \($0)." }, stepRespond: "Leverera inte. Svara på tvisten.",
    stepUnderReview: "Leverera inte. Leverantören eller banken prövar tvisten.",
    stepCapture: "Ordern är betald. Leverera den, och debitera det som bara är reserverat.",
    stepRefunded: "Allt är återbetalat. Skicka inget.",
    stepLost: { "\($0) är förlorat i en tvist. Det kan inte återbetalas igen. Leverera inget mer för det." },
    stepHeldCaptured: { "\($0) är redan debiterat." },
    returnReleased: { "Reservationen på \($0) är frisläppt. Inget behöver göras." },
    returnDone: { "\($0) har gått tillbaka till köparen. Inget behöver göras." },
    returnUnderWay: { "\($0) är på väg tillbaka till köparen. Leverantören arbetar med det." },
    returnFailed: {
      "\($0) kunde inte betalas tillbaka. Försök igen, eller gör det hos leverantören och fråga sedan den igen."
    },
    holdReason: { reason in
      switch reason {
      case .amountMismatch: "Leverantörens belopp eller valuta är inte det som begärdes. Jämför innan du beslutar."
      case .contradiction:
        "Leverantören har rapporterat två saker som utesluter varandra. Se betalningen i dess konsol."
      case .lateMoney: "Pengar kom för en order som redan är betald eller avslutad, och återbetalningen misslyckades."
      case .unknownOutcome:
        "Ett anrop skickades och utfallet går inte att ta reda på. Se betalningen i leverantörens konsol."
      case .undecided:
        "Leverantören tar längre tid än den anger. Den tillfrågas fortfarande, och dess beslut gäller när det kommer."
      }
    },

    // Refusals
    refusal: { refusal, time in
      switch refusal {
      case .operationUnderWay: "En annan åtgärd på betalningen pågår. Försök igen när den är klar."
      case .captureExceeded(let left, let most?):
        "Av det debiterade beloppet är \(left.display(.swedish)) kvar. Om du vill återbetala upp till \(most.display(.swedish)), gå tillbaka och välj att återbetala mer än det debiterade beloppet."
      case .captureExceeded(let left, nil):
        "Av det debiterade beloppet är \(left.display(.swedish)) kvar, och mer kan inte återbetalas för den här betalningen."
      case .amountExceeded(let left):
        "Det är mer än vad som är kvar: \(left.display(.swedish))."
      case .capturedInWhole(let whole):
        "Leverantören tillåter ingen delvis debitering. Debitera \(whole.display(.swedish))."
      case .refundedInWhole(let whole, until: let end?):
        "Till \(time.text(end)) återbetalar leverantören bara hela beloppet. Återbetala \(whole.display(.swedish)), eller vänta."
      case .refundedInWhole(let whole, until: nil):
        "Leverantören återbetalar bara hela beloppet. Återbetala \(whole.display(.swedish))."
      case .nothingLeft(.notAuthorized): "Inget är reserverat än: leverantören beslutar."
      case .nothingLeft(.captured): "Allt är debiterat."
      case .nothingLeft(.released(.lapsed)): "Reservationen har upphört. Köparen måste betala igen."
      case .nothingLeft(.released): "Reservationen är frisläppt: inget hålls längre."
      case .nothingLeft(.declined): "Leverantören har nekat betalningen."
      case .nothingLeft(.notCaptured):
        "Inget är debiterat, så det finns inget att återbetala. Frisläpp reservationen i stället."
      case .nothingLeft(.refunded): "Allt är återbetalat, eller på väg."
      case .paymentDisputed(_, let left):
        "En tvist gäller de här pengarna. Bara \(left.display(.swedish)) kan fortfarande återbetalas."
      case .notDisputable: "Inget är debiterat, så inget kan bestridas."
      case .notAnswerable: "Här kan du bara svara på en tvist som leverantören har rapporterat och som kräver svar."
      case .invalidAmount: "Beloppet måste vara större än noll."
      case .lines: "Så många finns inte kvar. Läs in sidan igen."
      case .nothingToPay: "Det finns inget kvar att betala."
      case .orderPaid: "En annan betalning har betalat ordern. Pengarna i den här kan bara återbetalas."
      case .nothingToAccept: "Det finns inga pengar att godkänna. Fråga leverantören igen, eller återbetala."
      case .notOverdue: "Inget tar längre tid än det borde. Vänta, eller fråga leverantören."
      case .operationUndecided: "Utfallet av en åtgärd är okänt. Besluta först om den utfördes."
      case .operationNotFound: "Betalningen har ingen sådan åtgärd."
      case .operationNotUnknown: "Ingen åtgärd har ett okänt utfall. Det finns inget att besluta."
      case .requestMayArrive(let end):
        "Begäran kan fortfarande nå leverantören. Kontrollera åtgärden där igen efter \(time.text(end)), och besluta sedan."
      case .operationNotConcerned: "Det här beslutet gäller hela betalningen, inte en enskild åtgärd."
      case .amountNotConcerned: "Det här beslutet tar inget belopp."
      case .amountDiffers(let asked, let reported):
        "\(asked.display(.swedish)) begärdes, och leverantören rapporterar \(reported.display(.swedish)). Ange \(reported.display(.swedish))."
      case .totalDiffers(let rise):
        "Leverantörens summa har stigit med \(rise.display(.swedish)) sedan åtgärden begärdes. Ange ett belopp upp till det, eller fråga leverantören igen."
      case .wrongPhase, .reviewChanged, .operationReused, .money:
        "Betalningens status tillåter det inte, eller har ändrats. Titta på den igen."
      }
    })
}
