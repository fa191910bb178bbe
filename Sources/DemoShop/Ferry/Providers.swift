import FerryCore
import FerryWeb
import NIOConcurrencyHelpers

/// The merchant's account at a provider, which a checkout is paid with.
struct ProviderAccount: Codable, Sendable, Hashable {
  /// The provider's id at Ferry.
  let provider: String
  /// The merchant's name of the account.
  let account: String

  init(_ body: ProviderBody) {
    provider = body.id
    account = body.account
  }
}

extension ProviderBody {
  /// The value of a button in a form: "amazon-pay/main".
  var formValue: String { "\(id)/\(account)" }

  /// The text of a plain button.
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
    var providers: [ProviderBody] = []
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

  /// Empty if Ferry has never answered.
  func all() async -> [ProviderBody] {
    let known = listing.withLockedValue { $0 }
    guard clock.now >= known.expiresAt else { return known.providers }
    let answer = try? await ferry.providers()
    return listing.withLockedValue { listing in
      if let answer { listing.providers = answer }
      listing.expiresAt = clock.now + (answer == nil ? Self.retryDelay : Self.lifetime)
      return listing.providers
    }
  }

  func name(_ id: String) async -> String { await all().first { $0.id == id }?.name ?? id }
}

extension PagePolicy {
  /// Allows what the script of a provider's button needs.
  mutating func allow(_ sources: PageSourcesBody) {
    scripts += sources.scripts.compactMap { PageSource($0) }
    connections += sources.connections.compactMap { PageSource($0) }
    images += sources.images.compactMap { PageSource($0) }
    styles += sources.styles.compactMap { PageSource($0) }
    frames += sources.frames.compactMap { PageSource($0) }
    if sources.needsInlineStyles { allowsInlineStyles = true }
  }
}
