import FerryCore

extension ShopTexts {
  static let english = ShopTexts(
    shopName: "Tablets", webShop: "Shop in a web view", nativeShop: "Shop in native screens",
    webShopDetail: "The shop's own pages, which call the app to pay.",
    nativeShopDetail: "Cart, review and thanks in the app.", firstGeneration: "Shop with the review outside",
    firstGenerationDetail: "First generation: the review is outside, and its button leads back.",
    tracking: "Ask about tracking", trackingDetail: "Apart from paying, which does not depend on it.", cart: "Cart",
    shippingFrom: "Delivery from", tryAgain: "Try again", notReached: "The shop cannot be reached.",
    refused: "The shop could not take the order.", locked: "Unlock your device and try again.",
    browser: "Browser for the payment page", secureBrowser: "Secure browser", ownWebView: "Web view of the app",
    browserDetail:
      "The menu of Swedbank Pay is made for a web view; PlacetoPay allows one; Amazon Pay works in the secure browser only.",
    market: "Country and currency", deliveryTitle: "Where shall we deliver?",
    deliveryIncomplete: "Please look at the marked fields again.", toReview: "Review the order",
    back: "Back to the cart", pleaseCorrect: "Please correct this field.", accounts: "Accounts at the providers",
    accountsDetail: "Asks the server whether its credentials are accepted, and what to mend.",
    accountsSound: "The providers accept all credentials.", accountsUnsound: "Something has to be mended.",
    noAccounts: "This server does not show its accounts. Run “ferry doctor” on its machine.",
    notConfigured: "This app was built without a configuration: choose the scheme Demo or Linked.",

    // Delivery
    name: "First name", surname: "Last name", email: "E-mail address", mobile: "Mobile number",
    documentType: "Kind of identity document", document: "Number of the document", street: "Address", city: "City",
    region: "State or department", postalCodeIfAny: "Postal code, if there is one", postalCode: "Postal code")
}
