public import FerryCheckout
public import FerryCore

/// The next action of a buyer's browser.
public enum NextAction: Hashable, Sendable {
  case redirect(String)
  /// Posts a form.
  case form(ProviderForm)
  /// Loads the provider's script and calls a function of it.
  case script(ProviderScript)
  /// Shows a page of ours. The provider's script draws its payment form there. The page may be shown again.
  case page(PaymentPage)
  /// The provider has to be asked first: what is known is too old for the buyer to leave with. The engine performs a read
  /// and asks for the next action again.
  case askFirst
  /// The buyer has used up this action, for example a page that opens once. There is nothing to leave with.
  case spent
}

/// The input for deciding the next action.
public struct NextActionInput: Sendable {
  public var checkout: Checkout
  /// The URLs that a new session is given.
  public var returnURLs: ProviderReturnURLs
  /// The provider's own memory of the checkout.
  public var record: [UInt8]?
  /// When the buyer's browser was last given a form of the payment page, if ever.
  public var formGivenAt: Moment?
  public var now: Moment

  public init(
    checkout: Checkout, returnURLs: ProviderReturnURLs, record: [UInt8]?, formGivenAt: Moment? = nil, now: Moment
  ) {
    self.checkout = checkout
    self.returnURLs = returnURLs
    self.record = record
    self.formGivenAt = formGivenAt
    self.now = now
  }
}

/// Our own addresses that a provider sends the buyer back to. They carry the checkout's nonce.
public struct ProviderReturnURLs: Codable, Hashable, Sendable {
  public var select: String
  public var pay: String
  public var cancel: String
  /// Banks' pages and apps lead the buyer back to the payment page by this address, while the payment is not finished. Beside
  /// an app it is the app's wake link. Nil if a version without it stored the addresses.
  public var page: String?

  public init(select: String, pay: String, cancel: String, page: String? = nil) {
    self.select = select
    self.pay = pay
    self.cancel = cancel
    self.page = page
  }
}

/// A form that the buyer's browser posts to the provider.
public struct ProviderForm: Hashable, Sendable {
  /// The provider's URL.
  public var action: String
  /// The fields in their order. They hold no secret of the server.
  public var fields: [Field]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(action: String, fields: [Field]) {
    self.action = action
    self.fields = fields
  }
}

/// A call of a provider's script in the buyer's browser.
public struct ProviderScript: Encodable, Hashable, Sendable {
  /// The script's address; `Provider.pagePolicy` allows it.
  public var source: String
  /// The function as a path from the global object: `["amazon", "Pay", "initCheckout"]`.
  public var function: [String]
  /// The arguments, each as JSON text.
  public var arguments: [String]
  /// The function only binds the page's one button; the page presses it afterwards.
  public var pressesButton: Bool

  /// The selector of the page's button, for functions that bind one.
  public static let button = "#ferry-step"

  public init(source: String, function: [String], arguments: [String], pressesButton: Bool) {
    self.source = source
    self.function = function
    self.arguments = arguments
    self.pressesButton = pressesButton
  }
}

/// A payment form that a provider's script draws into a page of ours. The server writes the page.
public struct PaymentPage: Encodable, Hashable, Sendable {
  /// The script's address; `Provider.pagePolicy` allows it.
  public var source: String
  /// The function as a path from the global object: `["payex", "hostedView", "checkout"]`. It takes the configuration, and
  /// returns an object.
  public var function: [String]
  /// The configuration, a JSON object. It names the page's element `container` by its id.
  public var configuration: String
  /// The method of the object that draws the form.
  public var method: String
  /// The callbacks of the configuration that tell of a form which cannot be used. The page adds them.
  public var failures: [String]
  /// The callback of the configuration whose first call tells that the form has appeared, or has failed. It only observes: the
  /// page adds it, and the form keeps its own behaviour.
  public var appearance: String

  /// The id of the page's element for the form.
  public static let container = "ferry-payment"

  public init(
    source: String, function: [String], configuration: String, method: String, failures: [String], appearance: String
  ) {
    self.source = source
    self.function = function
    self.configuration = configuration
    self.method = method
    self.failures = failures
    self.appearance = appearance
  }
}

/// The sites that the page of a provider's next action may use, as sources of a content security policy: `https://host`,
/// `https://*.host`.
public struct PagePolicySources: Hashable, Sendable {
  /// Sites of what the page loads and calls.
  public var page: PageSourcesBody
  /// Sites that the buyer is sent to. Browsers hold forms, and the redirects after them, to this list.
  public var formActions: [String]

  public init(_ page: PageSourcesBody = PageSourcesBody(), formActions: [String] = []) {
    self.page = page
    self.formActions = formActions
  }
}
