/// Who goes along with a passage.
struct Dependencies {
  var presence: Presence
  var browser: (any SecureBrowser)?
  var create: CheckoutFlow.Create?
  var review: CheckoutFlow.Review?

  /// Nobody.
  init() { presence = .nobody }

  /// The buyer.
  init(browser: any SecureBrowser, create: CheckoutFlow.Create?, review: @escaping CheckoutFlow.Review) {
    presence = .buyer
    self.browser = browser
    self.create = create
    self.review = review
  }

  /// A page of the shop.
  init(page browser: any SecureBrowser) {
    presence = .page
    self.browser = browser
  }
}
