/// Why a checkout could not even be begun. Nothing was opened, and nothing can have been charged. Once the secure browser
/// has been opened, whatever happens is a `CheckoutResult` and no error.
public enum FlowFailure: Error, Hashable, Sendable {
  /// This flow is following a payment already: a button was pressed twice. One at a time; cancel the task of the other
  /// first if it is no longer wanted.
  case busy
  /// The server's address is not https, or is none.
  case unsafeServer
  /// What has to survive the app cannot be kept, so the buyer is not sent away. Before the first unlock of the device
  /// after a start that passes by itself.
  case cannotKeep
  /// What the shop's backend answered is no handoff of this server for an app: an odd id, or no client token.
  case badHandoff
  /// There is no unfinished checkout of this id on this device.
  case notKept
  /// The order may have been paid already, by this checkout: a second payment could be captured as well. Show
  /// `CheckoutResult.confirming`, and let the buyer go on with this one by `CheckoutFlow.resume`, which asks how it stands.
  /// `FerryText.mayHavePaid` says it to him.
  case unconfirmed(String)
}

extension FlowFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .busy: "The flow is following a payment already; cancel its task before beginning another."
    case .unsafeServer: "The checkout server's address must be an https URL without query or fragment."
    case .cannotKeep: "The checkout's secrets cannot be kept on this device now; try again once it is unlocked."
    case .badHandoff: "The shop's backend must hand over the server's `app` object as it is, with its client token."
    case .unconfirmed(let checkout):
      "The order may have been paid by \(checkout) already; resume that one instead of beginning another."
    case .notKept: "No unfinished checkout of this id is kept on this device."
    }
  }
}

/// Throw this from the closure that creates the checkout when its outcome is not known (a timeout, a lost connection): the
/// flow then calls it again with the same challenge. `URLError`s count as such by themselves; every other error ends the
/// payment and is thrown to whoever called `pay`.
public struct CreationUnknown: Error, Hashable, Sendable {
  public init() {}
}
