import FerryCore

extension WebTexts {
  static let english = WebTexts(
    languageName: "English",
    unreadable: TitledText(
      "We could not read that", "Something in the address or the form is wrong. Go back and try again."),
    refused: TitledText(
      "This page has expired",
      "It was opened too long ago, in another browser, or without cookies. Go back, reload the page, and try again."),
    notFound: TitledText("Page not found", "The address may be mistyped, or the page has moved."),
    gone: TitledText(
      "This link no longer works", "Links like this work once and for a short time. Start again from the shop."),
    tooLarge: TitledText("That is too long", "Shorten what you entered and send it again."),
    tooMany: TitledText(
      "One moment, please", "You have sent too many requests. Wait a minute, then try again."),
    busy: TitledText(
      "We will be right back", "The shop cannot respond right now. Nothing is lost. Try again in a minute."),
    failed: TitledText(
      "Something went wrong on our side", "Try again. If you were paying, check your order before you pay again."),
    toShop: "Back to the shop", withoutShop: "To continue, go back to the shop or the app you came from.",
    chargedLater: "Charged when we ship")
}
