/// The certificates that a site shows when a connection begins, its own first, in DER.
enum PresentedChain: Hashable, Sendable {
  case certificates([[UInt8]])
  case failure(Fetched.Failure)
}
