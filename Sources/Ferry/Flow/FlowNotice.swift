/// Something that went wrong on the way and that the flow has dealt with as well as it can be: for the app's log. It holds
/// no secret and nothing about the buyer.
public enum FlowNotice: Hashable, Sendable {
  /// A link has our address, and what it says cannot be read. The server was asked how things stand instead.
  case unreadableLink
  /// A link belongs to a checkout that this app did not begin, or no longer has: of another device, of another
  /// installation, or planted. It has changed nothing.
  case linkOfAnotherCheckout(String)
  /// The server does not take a link's code: it is too late, was used by somebody else, or never was one.
  case linkRefused(checkout: String)
  /// The device has not been unlocked since it was started, so what was kept cannot be read yet. The flow waits.
  case keeperCannotBeReadYet
  /// The storage fails, for a reason that waiting does not mend.
  case keeperFailed
  /// A kept item is damaged or was written by a newer version. What could be read of it is used; if that was too little to
  /// ask the server with, `checkout` is nil and the item has been dropped.
  case unreadableItem(checkout: String?)
  /// The server does not know this checkout or does not take our token for it.
  case unknownToServer(checkout: String)
  /// The server holds the checkout for another verifier: it was begun elsewhere, and cannot be gone on with here.
  case begunElsewhere(checkout: String)
  /// The secure browser could not be opened. The reason says what to mend, such as a missing association; nil for a browser
  /// of another make.
  case browserFailed(SecureBrowserFailure?)
}
