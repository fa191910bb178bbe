import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where requests go: the region's host, or another address that stands in for it in tests.
public struct AmazonPayEndpoint: Hashable, Sendable {
  /// `https`, or `http` on a loopback address.
  public let scheme: String
  /// The host without a port, as signed in `x-amz-pay-host`.
  public let host: String
  /// The port, where it is not the scheme's own.
  public let port: Int?
  /// What stands before `/v2`: empty, or the stand-in's own path and the environment segment.
  public let basePath: String
  /// The address of `checkout.js`.
  public let scriptURL: String
  /// Whether this is not Amazon itself.
  public let isFerrySandbox: Bool

  /// Amazon's endpoint. Public key ids with a prefix decide the environment by themselves; for the older ones the path
  /// names it.
  public init(_ region: AmazonPayRegion, _ environment: AmazonPayEnvironment, publicKeyId: String) {
    self.scheme = "https"
    self.host = region.apiHost
    self.port = nil
    self.basePath = Self.environmentSegment(environment, publicKeyId: publicKeyId)
    self.scriptURL = "https://\(region.scriptHost)/checkout.js"
    self.isFerrySandbox = false
  }

  /// A stand-in for Amazon, given by its base address such as `http://127.0.0.1:3081`. A path before `/v2` may be part
  /// of it; `checkout.js` is expected below the same address.
  /// - Throws: `AmazonPayAccountProblem` for an address that is not https, or not http on this machine.
  public init(
    sandboxURL address: String, _ environment: AmazonPayEnvironment, publicKeyId: String
  ) throws(AmazonPayAccountProblem) {
    guard environment == .sandbox else { throw .sandboxForLive }
    guard
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, scheme == "https" || scheme == "http",
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw .sandboxURLUnreadable }
    guard scheme == "https" || Loopback.isHost(host) else { throw .sandboxURLNotSecure }
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    self.scheme = scheme
    self.host = host
    self.port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
    self.basePath = path + Self.environmentSegment(environment, publicKeyId: publicKeyId)
    self.scriptURL = "\(scheme)://\(Self.authority(host, self.port))\(path)/checkout.js"
    self.isFerrySandbox = true
  }

  /// Host and port as they stand in an address.
  public var authority: String { Self.authority(host, port) }

  /// Scheme, host and port.
  public var origin: String { "\(scheme)://\(authority)" }

  /// Whether the buyer's browser may be sent to an address that the API named: a page of Amazon over https, or for a
  /// stand-in a page on its own origin.
  public func mayRedirect(to address: String) -> Bool {
    guard
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), parts.user == nil, parts.password == nil
    else { return false }
    let port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
    if isFerrySandbox { return scheme == self.scheme && host == self.host && port == self.port }
    return scheme == "https" && port == nil && Self.isAmazon(host)
  }

  /// `amazon.com`, `amazon.de`, `amazon.co.jp` and everything below them.
  private static func isAmazon(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let top = labels.last else { return false }
    let isCountry = top.count == 2 && top.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    if labels[labels.count - 2] == "amazon" { return top == "com" || isCountry }
    guard labels.count >= 3, labels[labels.count - 3] == "amazon" else { return false }
    return isCountry && ["co", "com"].contains(labels[labels.count - 2])
  }

  private static func environmentSegment(_ environment: AmazonPayEnvironment, publicKeyId: String) -> String {
    AmazonPayEnvironment(ofPublicKeyId: publicKeyId) == nil ? "/\(environment.rawValue)" : ""
  }

  private static func authority(_ host: String, _ port: Int?) -> String {
    port.map { "\(host):\($0)" } ?? host
  }
}
