import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider

/// The test bank as a provider: the server makes a payment, the buyer pays on its page, and the payment is read for the result.
struct BankProvider: Provider {
  let account: ProviderAccountID
  let merchant: BankAccount

  /// - Parameter name: The merchant's own name of the account.
  init(_ merchant: BankAccount, name: AccountName = .main) {
    account = ProviderAccountID(provider: BankRegistration.id, account: name, mode: merchant.mode)
    self.merchant = merchant
  }

  var references: ReferenceFormat { .digits(12) }
  var needs: Set<BuyerFact> { [.ipAddress, .userAgent] }
  var pagePolicy: PagePolicySources { PagePolicySources(formActions: [site]) }

  /// The site of the API and of the payment page.
  var site: String { merchant.origin.text }

  var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: .seconds(1_800), quietSchedule: [.seconds(60), .seconds(300)],
      pendingSchedule: [.seconds(10), .seconds(60)], settlesOnlyByUs: false, canCancelSession: true,
      captures: .whole, namesRefunds: true, paidChecks: JourneyProfile.usualPaidChecks)
  }

  func check(_ content: OrderContent) throws(OrderProblem) { try content.require([.eur], of: "The bank") }

  /// The longest wait for an answer with a payment page. The page expires a minute after the bank has made it.
  static let patience = Duration.seconds(30)
  private static let pageLifetime = Duration.seconds(60)

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
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
