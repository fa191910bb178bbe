public import AmazonPay
import AmazonPayModule
public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryModule
public import FerryProvider
public import GMOPaymentGateway

/// Amazon Pay through GMO Payment Gateway (contract "cPSP", two steps): buyers select address and card at Amazon and review the
/// order in the shop; GMO authorizes the payment on its own page, and captures and refunds it.
///
/// GMO knows no idempotency keys. Each call that changes anything is asked about before it is repeated, by a search of the
/// transaction. Whatever the buyer's browser or a notification says only makes the server search.
public struct GMOPaymentGatewayProvider: Provider {
  public let account: ProviderAccountID
  /// The shop at GMO, with its password.
  public let shop: GMOAccount
  /// The merchant's account at Amazon, whose key signs the payload of the selection.
  public let merchant: AmazonPayAccount
  public let options: Options

  /// The merchant's choices for new checkouts, and facts that GMO does not publish.
  public struct Options: Hashable, Sendable {
    /// True if the merchant's key may read checkout sessions at Amazon, so that their origin can be proved.
    public var readsSessions = false
    /// True hides the buyer's data in the review until the checkout is paid, where sessions cannot be proved.
    public var masksReview = false
    /// The buyer has to open the payment page within this time (`PaymentTermSec`), 1 second to a day.
    public var startTerm = Duration.seconds(3_600)
    /// GMO may still report a payment for this long after that.
    public var grace = Duration.seconds(600)
    /// An uncaptured authorization expires after this time. At Amazon it is 30 days.
    public var authorizationTerm = Duration.seconds(30 * 86_400)
    /// True if GMO captures a part of an authorization. The rest is released then.
    public var capturesInPart = false
    /// The times of questions about a silent buyer; see `JourneyProfile.quietSchedule`.
    public var quietSchedule: [Duration] = [60, 180, 480, 1_200].map { .seconds($0) }
    /// The addresses that result notifications come from; nil for any.
    public var notificationSources: [AddressRange]?
    /// The image of Amazon's button; nil for none.
    public var buttonImage: ButtonImage?

    public init() {}
  }

  /// - Parameter name: The merchant's own name of the account.
  public init(
    _ shop: GMOAccount, _ merchant: AmazonPayAccount, name: AccountName = .main, _ options: Options = Options()
  ) {
    account = ProviderAccountID(provider: GMOPaymentGatewayRegistration.id, account: name, mode: shop.mode)
    self.shop = shop
    self.merchant = merchant
    self.options = options
  }

  /// An OrderID has at most 27 characters; GMO's samples have 26 hexadecimal digits.
  public var references: ReferenceFormat { .hexadecimal(26) }

  /// The form's site besides those of Amazon's script. After it, GMO sends the buyer to Amazon's pages.
  public var pagePolicy: PagePolicySources {
    var policy = merchant.pagePolicy
    if !policy.formActions.contains(startSite) { policy.formActions.append(startSite) }
    return policy
  }

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .selectThenPay,
      // A checkout session is open for a day.
      lifetime: .seconds(24 * 3_600),
      quietSchedule: options.quietSchedule,
      pendingSchedule: [15, 30, 60, 300, 600, 900].map { .seconds($0) },
      // The buyer authorizes without us, and no call ends the payment page.
      settlesOnlyByUs: false,
      canCancelSession: false,
      captures: options.capturesInPart ? .once : .whole,
      refunds: .partial,
      namesRefunds: true,
      lapseWarning: JourneyProfile.usualLapseWarning,
      authorizedCheck: JourneyProfile.usualAuthorizedCheck,
      paidChecks: JourneyProfile.usualPaidChecks,
      sessionOrigin: options.readsSessions ? .proven : .unproven(masksReview: options.masksReview),
      cancelReport: .returnLink)
  }

  var pages: AmazonSelectionPages { AmazonSelectionPages(merchant, processor: "gmopg") }

  /// Scheme, host and port of GMO's API, which has the payment page too.
  var startSite: String { Link(external: shop.baseURL)?.origin?.text ?? shop.baseURL }

  public func session(inReturn query: [(name: String, value: String)]) -> String? { pages.session(inReturn: query) }
}
