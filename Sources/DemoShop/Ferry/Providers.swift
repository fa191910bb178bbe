import FerryCore
import FerryWeb
import NIOConcurrencyHelpers

/// The merchant's account at a provider, which a checkout is paid with.
struct ProviderAccount: Codable, Sendable, Hashable {
  let provider: String
  /// The merchant's name of the account.
  let account: String

  init(_ body: ProviderBody) {
    provider = body.id
    account = body.account
  }
}

/// A pay button: it pays with an account.
struct PayButton: Codable, Sendable, Hashable {
  let account: ProviderAccount
  /// The id of a `PaymentOption`; nil for the provider's usual button.
  var option: String?

  /// The button's value in a form: "amazon-pay/main".
  var formValue: String { [account.provider, account.account, option].compactMap(\.self).joined(separator: "/") }
}

extension ProviderBody {
  var payButton: PayButton { PayButton(account: ProviderAccount(self)) }

  func label(_ language: Language) -> String { label[language.rawValue] ?? name }

  /// The image of the button, for web views of apps.
  func image(_ language: Language) -> Link? {
    button?.image.flatMap(Link.init(external:)).map { Link($0, query: [("language", language.rawValue)]) }
  }
}

/// The accounts that buyers can pay with, as `GET /v1/providers` lists them. The list is read once a minute at most, and the
/// last one stays in use while Ferry does not answer.
struct Providers: Sendable {
  private struct Listing {
    var offers: [OfferedProvider] = []
    /// The time of the next request.
    var expiresAt = Moment(milliseconds: .min)
  }

  private static let lifetime: Duration = .seconds(60)
  private static let retryDelay: Duration = .seconds(2)

  private let ferry: FerryClient
  private let clock: any Timekeeper
  private let listing = NIOLockedValueBox(Listing())

  init(_ ferry: FerryClient, clock: any Timekeeper) {
    self.ferry = ferry
    self.clock = clock
  }

  func all() async -> [ProviderBody] { await offers().map(\.body) }

  /// Empty if Ferry has never answered.
  func offers() async -> [OfferedProvider] {
    let known = listing.withLockedValue { $0 }
    guard clock.now >= known.expiresAt else { return known.offers }
    let answer = try? await ferry.providers(limit: known.offers.isEmpty ? nil : CartRoutes.patience)
    return listing.withLockedValue { listing in
      if let answer { listing.offers = answer.map { OfferedProvider($0) } }
      listing.expiresAt = clock.now + (answer == nil ? Self.retryDelay : Self.lifetime)
      return listing.offers
    }
  }

  /// Nil while Ferry has listed no such account.
  func journey(_ account: ProviderAccount) async -> ProviderBody.Journey? {
    await all().first { ProviderAccount($0) == account }?.journey
  }

  /// True if the buyer only pays at the provider, so that the shop has to ask where to deliver.
  func asksForNoAddress(_ account: ProviderAccount) async -> Bool { await journey(account) == .pay }

  func name(_ id: String) async -> String { await all().first { $0.id == id }?.name ?? id }
}

/// A listed account, with the parts of its button that are the same on every page.
struct OfferedProvider: Sendable {
  let body: ProviderBody
  let script: ButtonScript?

  init(_ body: ProviderBody) {
    self.body = body
    script = body.button?.script.flatMap { ButtonScript($0) }
  }
}

/// The script that draws a provider's button.
struct ButtonScript: Sendable {
  let source: Link
  let policy: PagePolicy
  private let function: [String]
  /// The call of the script's function in JSON, for the shop's script.
  private let calls: [Language: HTML]

  private struct Call: Encodable {
    let function: [String]
    /// In JSON, with placeholders.
    let arguments: String
    let onClick: String?
  }

  /// Nil if it names no address, or no arguments.
  init?(_ body: ProviderButtonScriptBody) {
    guard let source = Link(external: body.source), let any = body.arguments.values.first else { return nil }
    self.source = source
    function = body.function
    policy = PagePolicy(body.policy)
    let calls = Language.allCases.map { language -> (Language, HTML) in
      let arguments = body.arguments[language.rawValue] ?? any
      return (language, "\(json: Call(function: body.function, arguments: arguments, onClick: body.onClick))")
    }
    self.calls = Dictionary(uniqueKeysWithValues: calls)
  }

  func call(_ language: Language) -> HTML { calls[language] ?? .empty }

  /// True if one function draws both buttons: they look alike, whatever accounts they pay with and wherever the script is.
  func looks(like other: ButtonScript) -> Bool { function == other.function }
}

extension PagePolicy {
  mutating func allow(_ other: PagePolicy) {
    scripts += other.scripts
    connections += other.connections
    images += other.images
    styles += other.styles
    frames += other.frames
    if other.allowsInlineStyles { allowsInlineStyles = true }
  }
}
