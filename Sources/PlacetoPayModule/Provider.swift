public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider
public import PlacetoPay

/// PlacetoPay's Checkout as a provider: the server makes a session, the buyer pays on its page, and the session is asked for
/// the result. A payment can stay pending for days, and one notification may tell of its end.
public struct PlacetoPayProvider: Provider {
  public let account: ProviderAccountID
  /// The merchant's site at PlacetoPay, with its secret.
  public let merchant: PlacetoPayAccount
  public let options: Options

  /// The merchant's choices for new checkouts; existing ones keep theirs.
  public struct Options: Hashable, Sendable {
    /// The site's country in ISO 3166-1: "CO".
    public var country: String
    /// The currencies that the site accepts.
    public var currencies = allCurrencies
    /// The time that buyers have on PlacetoPay's page; at least 5 minutes, and 30 for cash.
    public var expiration = Duration.seconds(1_800)
    /// A person looks at a payment that is still pending after this time.
    public var decisionTime = Duration.seconds(7 * 86_400)
    /// The times of questions about a silent buyer; see `JourneyProfile.quietSchedule`.
    public var quietSchedule: [Duration] = [60, 180, 300, 600].map { .seconds($0) }
    /// True if a session's query shows captures and refunds as transactions of their own, so that one that it does not
    /// show was not carried out. PlacetoPay's documentation contradicts itself about it.
    public var queriesShowOperations = false

    public init(country: String) { self.country = country }

    /// The currencies of PlacetoPay's documentation.
    public static let allCurrencies = Set(
      "USD COP EUR MXN PEN BRL CRC HNL BZD PAB UYU GTQ DOP CLP PYG JPY KRW".split(separator: " ")
        .compactMap { Currency(String($0)) })
  }

  /// - Parameter name: The merchant's own name of the account.
  public init(_ merchant: PlacetoPayAccount, name: AccountName = .main, _ options: Options) {
    account = ProviderAccountID(provider: PlacetoPayRegistration.id, account: name, mode: merchant.mode)
    self.merchant = merchant
    self.options = options
  }

  /// Buyers read references on PlacetoPay's pages and receipts, so they are short. PlacetoPay takes 32 characters.
  public var references: ReferenceFormat { .alphanumeric(24) }
  /// Address and browser are required; the rest pre-fills the form of PlacetoPay's page.
  public var needs: Set<BuyerFact> { Set(BuyerFact.allCases) }
  public var pagePolicy: PagePolicySources { PagePolicySources(formActions: [origin]) }

  /// The site of the API and of the buyer's page.
  var origin: String { Link(external: merchant.baseURL)?.origin?.text ?? merchant.baseURL }

  /// The part of a checkout's time that a buyer may spend in the shop without losing time on PlacetoPay's page.
  static let timeInShop = Duration.seconds(900)

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay,
      lifetime: options.expiration + Self.timeInShop,
      quietSchedule: options.quietSchedule,
      // Most are decided within minutes. Cash and manual reviews take days, and are asked about every hour.
      pendingSchedule: [30, 60, 120, 300, 600, 1_800, 3_600].map { .seconds($0) },
      settlesOnlyByUs: false,
      canCancelSession: true,
      captures: .once,
      // Before it has settled, PlacetoPay refuses refunds in part. When that is, it does not say.
      refunds: .partial,
      namesRefunds: true,
      decisionTime: options.decisionTime,
      lapseWarning: JourneyProfile.usualLapseWarning,
      authorizedCheck: JourneyProfile.usualAuthorizedCheck,
      paidChecks: JourneyProfile.usualPaidChecks,
      // It shows the slip of a payment in cash, and leads to the bank of a transfer.
      pendingPage: .open)
  }
}
