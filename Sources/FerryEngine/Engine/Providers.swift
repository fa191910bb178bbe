import FerryCheckout
import FerryCore
import FerryProvider

/// The providers by id and mode.
struct Providers: Sendable {
  private struct Key: Hashable {
    let id: ProviderID
    let mode: Mode
  }

  private let all: [Key: any Provider]

  init(_ providers: [any Provider]) {
    all = Dictionary(providers.map { (Key(id: $0.id, mode: $0.mode), $0) }) { first, _ in first }
  }

  subscript(_ id: ProviderID, _ mode: Mode) -> (any Provider)? { all[Key(id: id, mode: mode)] }

  func provider(of checkout: Checkout) throws(CreationRefusal) -> any Provider {
    guard let provider = self[checkout.provider, checkout.mode] else { throw .unknownProvider }
    return provider
  }
}
