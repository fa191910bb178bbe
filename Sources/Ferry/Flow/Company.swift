/// Who goes along with a passage.
struct Company {
  var attendance: Attendance
  var browser: (any SecureBrowser)?
  var create: CheckoutFlow.Create?
  var review: CheckoutFlow.Review?

  /// Nobody.
  init() { attendance = .nobody }

  /// The buyer.
  init(browser: any SecureBrowser, create: CheckoutFlow.Create?, review: @escaping CheckoutFlow.Review) {
    attendance = .buyer
    self.browser = browser
    self.create = create
    self.review = review
  }

  /// A page of the shop.
  init(page browser: any SecureBrowser) {
    attendance = .page
    self.browser = browser
  }
}
