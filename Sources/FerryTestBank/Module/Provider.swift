public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider

/// The test bank as a provider: the server makes a payment, the buyer pays on its page, and the payment is read for the result.
public struct BankProvider: Provider {
  public let account: ProviderAccountID
  let merchant: BankAccount

  /// - Parameter name: The merchant's own name of the account.
  public init(_ merchant: BankAccount, name: AccountName = .main) {
    account = ProviderAccountID(provider: BankRegistration.id, account: name, mode: merchant.mode)
    self.merchant = merchant
  }

  public var references: ReferenceFormat { .digits(12) }
  public var needs: Set<BuyerFact> { [.ipAddress, .userAgent] }
  public var pagePolicy: PagePolicySources { PagePolicySources(formActions: [site]) }

  /// The site of the API and of the payment page.
  var site: String { merchant.origin.text }

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: .seconds(1_800), quietSchedule: [.seconds(60), .seconds(300)],
      pendingSchedule: [.seconds(10), .seconds(60)], settlesOnlyByUs: false, canCancelSession: true,
      captures: .whole, namesRefunds: true)
  }

  public func check(_ content: OrderContent) throws(OrderProblem) { try content.require([.eur], of: "The bank") }

  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: PaymentOptions.self) {
      ($0.note ?? "").count <= 40 ? [] : [OrderProblem("/note", "Write at most 40 characters.")]
    }
  }

  /// The longest wait for an answer with a payment page. The page expires a minute after the bank has made it.
  static let patience = Duration.seconds(30)
  private static let pageLifetime = Duration.seconds(60)

  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    let record = try Record(input.record)
    guard let page = record.page, let readAt = record.readAt else { return .spent }
    guard input.now < readAt + Self.pageLifetime - Self.patience else { return .askFirst }
    guard merchant.mayRedirect(to: page) else {
      throw .misconfigured(
        reason: "The bank named a payment page at another site.", fix: "Set the address that the payment was made at.")
    }
    return .redirect(page)
  }
}

/// A shop's options for one payment: `providerOptions.test-bank` of `POST /v1/checkouts`.
struct PaymentOptions: Codable, Hashable {
  /// A line on the payment page; at most 40 characters.
  var note: String?
}
