import FerryCore

extension ShopTexts {
  static let swedish = ShopTexts(
    shopName: "Surfplattor", webShop: "Butik i en webbvy", nativeShop: "Butik med appens egna skärmar",
    webShopDetail: "Butikens egna sidor, som anropar appen för att betala.",
    nativeShopDetail: "Varukorg, granskning och tack i appen.", firstGeneration: "Butik med granskningen utanför",
    firstGenerationDetail: "Första generationen: granskningen är utanför appen och dess knapp leder tillbaka.",
    tracking: "Fråga om spårning", trackingDetail: "Skilt från betalningen, som inte beror på det.", cart: "Varukorg",
    shippingFrom: "Frakt från", tryAgain: "Försök igen", notReached: "Butiken kan inte nås.",
    refused: "Butiken kunde inte ta emot ordern.", locked: "Lås upp enheten och försök igen.",
    browser: "Webbläsare för betalsidan", secureBrowser: "Säker webbläsare", ownWebView: "Appens webbvy",
    browserDetail:
      "Swedbank Pays meny är gjord för en webbvy, och PlacetoPay tillåter en. Amazon Pay fungerar bara i den säkra webbläsaren.",
    market: "Land och valuta", deliveryTitle: "Vart ska vi leverera?",
    deliveryIncomplete: "Titta igen på de markerade fälten.", toReview: "Granska ordern",
    back: "Tillbaka till varukorgen", pleaseCorrect: "Rätta det här fältet.", accounts: "Konton hos leverantörerna",
    accountsDetail: "Frågar servern om dess uppgifter godkänns och vad som behöver rättas.",
    accountsSound: "Leverantörerna godkänner alla uppgifter.", accountsUnsound: "Något behöver rättas.",
    noAccounts: "Servern visar inte sina konton. Kör ”ferry doctor” på dess dator.",
    notConfigured: "Appen byggdes utan konfiguration: välj schemat Demo eller Linked.",

    // Delivery
    name: "Förnamn", surname: "Efternamn", email: "E-postadress", mobile: "Mobilnummer",
    documentType: "Typ av id-handling", document: "Id-handlingens nummer", street: "Adress", city: "Ort",
    region: "Län eller region", postalCodeIfAny: "Postnummer, om det finns", postalCode: "Postnummer")
}
