extension CheckoutFile {
  /// Lets go of everything that a first browser has brought, for another one to begin in its place: to be committed together
  /// with `Event.restarted`.
  public mutating func forgetFirstBrowser() {
    details = nil
    // It names the session that was let go.
    record = nil
  }
}
