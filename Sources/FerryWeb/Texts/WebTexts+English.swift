import FerryCore

extension WebTexts {
  static let english = WebTexts(
    languageName: "English",
    unreadable: TitledText(
      "We could not read that", "Something in the address or the form was not right. Go back and try again."),
    refused: TitledText(
      "This page is out of date",
      "It was opened too long ago, in another browser, or without cookies. Go back, reload the page, and try again."),
    notFound: TitledText("There is nothing here", "The address may be mistyped, or the page has moved."),
    gone: TitledText(
      "This link no longer works", "Links like this work once and for a short time. Start again from the shop."),
    tooLarge: TitledText("That was too much", "Shorten what you entered, and send it again."),
    tooMany: TitledText(
      "One moment, please", "There were many requests in a short time. Wait a minute, then try again."),
    busy: TitledText(
      "We will be right back", "The shop cannot answer just now. Nothing is lost; try again in a minute."),
    failed: TitledText(
      "Something went wrong on our side", "Try again. If you were paying, look at your order before you pay again."),
    toShop: "Back to the shop", withoutShop: "To go on, go back to the shop or the app that you came from.",
    chargedLater: "Charged when we ship")
}
