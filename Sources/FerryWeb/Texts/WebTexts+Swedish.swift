import FerryCore

extension WebTexts {
  static let swedish = WebTexts(
    languageName: "Svenska",
    unreadable: TitledText(
      "Vi kunde inte läsa det", "Något i adressen eller formuläret är fel. Gå tillbaka och försök igen."),
    refused: TitledText(
      "Sidan är inte längre aktuell",
      "Den öppnades för länge sedan, i en annan webbläsare eller utan kakor. Gå tillbaka, ladda om sidan och försök igen."
    ),
    notFound: TitledText("Här finns ingenting", "Adressen kan vara felskriven, eller så har sidan flyttats."),
    gone: TitledText(
      "Länken fungerar inte längre", "En sådan länk fungerar en gång och under kort tid. Börja om från butiken."),
    tooLarge: TitledText("Texten är för lång", "Korta det du skrev och skicka det igen."),
    tooMany: TitledText("Ett ögonblick", "Det kom många anrop på kort tid. Vänta en minut och försök igen."),
    busy: TitledText(
      "Vi är strax tillbaka", "Butiken kan inte svara just nu. Inget har gått förlorat; försök igen om en minut."),
    failed: TitledText(
      "Något gick fel hos oss", "Försök igen. Om du höll på att betala: titta på din order innan du betalar igen."),
    toShop: "Tillbaka till butiken",
    withoutShop: "Gå tillbaka till butiken eller appen som du kom ifrån för att fortsätta.",
    chargedLater: "Debiteras vid leverans")
}
