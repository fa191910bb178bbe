import FerryCore

extension ShopTexts {
  static let english = ShopTexts(
    shopName: "Tablets", webShop: "Shop in a web view", nativeShop: "Shop in native screens",
    webShopDetail: "The shop's own pages, which call the app to pay.",
    nativeShopDetail: "Cart, review and thanks in the app.", firstGeneration: "Shop with its review in the browser",
    firstGenerationDetail: "First generation: the buyer reviews in the browser, and its button leads back to the app.",
    tracking: "Ask to track", trackingDetail: "Separate from paying, which works either way.", cart: "Cart",
    shippingFrom: "Delivery from", tryAgain: "Try again", notReached: "We cannot reach the shop.",
    refused: "The shop could not accept the order.", locked: "Unlock your device and try again.",
    browser: "Browser for the payment page", secureBrowser: "Secure browser", ownWebView: "Web view of the app",
    browserDetail:
      "Swedbank Pay is made for a web view, and PlacetoPay allows one. Amazon Pay works in the secure browser only.",
    market: "Country and currency", deliveryTitle: "Where should we deliver?",
    deliveryIncomplete: "Please check the marked fields.", toReview: "Review the order",
    back: "Back to the cart", pleaseCorrect: "Please correct this field.", accounts: "Accounts at the providers",
    accountsDetail: "Asks the server whether the providers accept its credentials, and what to fix.",
    accountsSound: "The providers accept all credentials.", accountsUnsound: "Something needs fixing.",
    noAccounts: "This server does not show its accounts. Run “ferry doctor” on its machine.",
    notConfigured: "This app was built without a configuration: choose the Demo or Linked scheme.",

    // Delivery
    name: "First name", surname: "Last name", email: "Email address", mobile: "Mobile number",
    documentType: "Type of identity document", document: "Document number", street: "Address", city: "City",
    region: "State or department", postalCodeIfAny: "Postal code (if any)", postalCode: "Postal code")
}
