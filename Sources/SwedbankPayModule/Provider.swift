public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
public import SwedbankPay

/// Swedbank Pay's payment orders as a provider: the server makes a payment order, the buyer pays on its page or in its menu,
/// and the order's transactions tell the result. The operations that are possible now stand in each answer, so every change
/// is preceded by a question.
public struct SwedbankPayProvider: Provider {
  public let account: ProviderAccountID
  /// The merchant at Swedbank Pay, with the access token.
  public let merchant: SwedbankPayAccount
  public let options: Options

  /// The merchant's choices for new checkouts; existing ones keep theirs.
  public struct Options: Hashable, Sendable {
    /// The currencies of the contract.
    public var currencies = Set(["SEK", "NOK", "DKK", "EUR"].compactMap { Currency($0) })
    /// The form of references, which follows from the contract.
    public var references = PayeeReference.Format.alphanumeric
    /// The shop's terms, https.
    public var termsOfServiceURL: String?
    /// The addresses that callbacks come from; nil for any.
    public var callbackSources: [AddressRange]?
    /// Swedbank Pay's file for Apple Pay in the menu; nil if the menu has no Apple Pay.
    public var applePayFile: [UInt8]?
    /// The site whose page leads back into iOS apps with the official SDK; nil for Swedbank Pay's.
    public var trampolineURL: String?
    /// True if apps with the official SDK may see and delete the stored cards of their checkout's payer.
    public var sdkTokens = false
    /// True if installations of apps with the official SDK may start check-ins.
    public var sdkCheckIn = false
    /// The time that buyers have on the payment page.
    public var expiration = Duration.seconds(1_800)
    /// A person looks at a refund that a bank is still deciding about after this time.
    public var decisionTime = Duration.seconds(7 * 86_400)
    /// The times of questions about a silent buyer; see `JourneyProfile.quietSchedule`.
    public var quietSchedule: [Duration] = [60, 180, 300, 600].map { .seconds($0) }

    public init() {}
  }

  /// - Parameter name: The merchant's own name of the account.
  public init(_ merchant: SwedbankPayAccount, name: AccountName = .main, _ options: Options = Options()) {
    account = ProviderAccountID(provider: SwedbankPayRegistration.id, account: name, mode: merchant.mode)
    self.merchant = merchant
    self.options = options
  }

  public var references: ReferenceFormat {
    switch options.references {
    case .alphanumeric: .alphanumeric(options.references.maximumLength)
    case .digits: .digits(options.references.maximumLength)
    }
  }

  /// The browser is required; name, email and telephone number fill in the page's forms.
  public var needs: Set<BuyerFact> { [.ipAddress, .userAgent, .name, .email, .mobile] }

  /// The part of a checkout's time that a buyer may spend in the shop without losing time on the payment page.
  static let timeInShop = Duration.seconds(900)

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay,
      lifetime: options.expiration + Self.timeInShop,
      quietSchedule: options.quietSchedule,
      pendingSchedule: [10, 30, 60, 120, 300, 600, 1_800, 3_600].map { .seconds($0) },
      settlesOnlyByUs: false,
      // Refused while the buyer is in a bank's app; the engine tells again.
      canCancelSession: true,
      captures: .several,
      refunds: .partial,
      namesRefunds: true,
      decisionTime: options.decisionTime,
      lapseWarning: JourneyProfile.usualLapseWarning,
      authorizedCheck: JourneyProfile.usualAuthorizedCheck,
      paidChecks: JourneyProfile.usualPaidChecks)
  }

  /// The sites that the menu uses ("Seamless view", Swedbank Pay documentation). A sandbox has its own only.
  public var pagePolicy: PagePolicySources {
    let domains = ["payex.com", "swedbankpay.com", "payair.com", "cdn-apple.com", "google.com", "gstatic.com"]
    let others = isSandbox ? [] : (domains + ["mastercard.com", "visa.com"]).map { "https://*.\($0)" }
    let sites = merchant.payerURLs + others
    return PagePolicySources(
      PageSourcesBody(
        scripts: sites, connections: sites, images: sites, styles: sites, frames: sites, needsInlineStyles: true),
      formActions: merchant.payerURLs)
  }
}

extension ProviderReference {
  static func order(_ id: ResourceID) -> Self { Self("order", id.path) }
  /// A transaction, by Swedbank Pay's number.
  static func transaction(_ number: String) -> Self { Self("transaction", number) }
}
