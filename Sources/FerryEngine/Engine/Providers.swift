import FerryCheckout
import FerryCore
import FerryProvider

/// The providers by id and mode.
struct Providers: Sendable {
  private let all: [CommandQueue: any Provider]
  /// In one order, whatever the process.
  let queues: [CommandQueue]

  init(_ providers: [any Provider]) {
    all = Dictionary(providers.map { ($0.queue, $0) }) { first, _ in first }
    queues = all.keys.sorted()
  }

  subscript(_ queue: CommandQueue) -> (any Provider)? { all[queue] }

  func provider(of checkout: Checkout) throws(CreationRefusal) -> any Provider {
    guard let provider = self[CommandQueue(provider: checkout.provider, mode: checkout.mode)] else {
      throw .unknownProvider
    }
    return provider
  }
}

extension Provider {
  var queue: CommandQueue { CommandQueue(provider: id, mode: mode) }
}
