import ArgumentParser

/// A merchant who lets another account act for it: `A2EXAMPLE00000=amzn.mws.0123`.
struct DelegatingMerchant: ExpressibleByArgument, Hashable {
  let merchantID: String
  /// A token of Amazon Pay's first API.
  let token: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    merchantID = String(parts[0])
    token = String(parts[1])
  }
}
