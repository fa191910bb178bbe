public import FerryCore

extension RoundTrips {
  /// The installation of an app whose provider's SDK pays the checkout. The SDK's requests carry the installation's secret.
  /// A code that only the app is given names the checkout; the first installation that shows it is bound.
  public struct SDKBinding: Codable, Hashable, Sendable {
    /// The codes that may bind an installation, newest last.
    fileprivate var codes: [SDKCode] = []
    /// The digest of the bound installation's secret.
    fileprivate var installation: String?
    /// The digests of the codes that it has spent, newest last. Each showing of the SDK has a code of its own, and a restored
    /// controller repeats the code that it was shown with.
    fileprivate var spentCodes: [String]?
  }

  fileprivate struct SDKCode: Codable, Hashable, Sendable {
    let digest: String
    let expiresAt: Moment
  }

  public static let sdkCodeLifetime: Duration = .seconds(1_800)
  /// The most codes that are kept, of the fresh and of the spent ones.
  private static let mostSDKCodes = 4

  public mutating func issue(sdkCode digest: String, at now: Moment) {
    var binding = sdk ?? SDKBinding()
    binding.codes.removeAll { $0.expiresAt <= now }
    binding.codes.append(SDKCode(digest: digest, expiresAt: now + Self.sdkCodeLifetime))
    binding.codes.removeFirst(max(0, binding.codes.count - Self.mostSDKCodes))
    sdk = binding
  }

  /// Spends a code and binds the installation that shows it. The bound installation may show its last codes again at any time.
  /// - Throws: `Refusal.code` for a code that has expired or was never issued; `Refusal.browser` for another installation
  ///   than the bound one. Nothing has changed then.
  public mutating func bind(sdkCode code: String, to installation: String, at now: Moment) throws(Refusal) {
    guard var binding = sdk else { throw .code }
    let isFresh = binding.codes.reduce(false) { known, issued in
      equalInConstantTime(issued.digest, code) && now < issued.expiresAt || known
    }
    var spent = binding.spentCodes ?? []
    let isRepeated = spent.reduce(false) { known, digest in equalInConstantTime(digest, code) || known }
    guard isFresh || isRepeated else { throw .code }
    guard binding.installation == nil || isBound(toInstallation: installation) else { throw .browser }
    guard binding.installation == nil || isFresh else { return }
    binding.codes.removeAll { $0.digest == code }
    binding.installation = installation
    spent.append(code)
    binding.spentCodes = spent.suffix(Self.mostSDKCodes)
    sdk = binding
  }

  /// No installation is bound before it has spent a code.
  public func isBound(toInstallation installation: String) -> Bool {
    sdk?.installation.map { equalInConstantTime($0, installation) } ?? false
  }
}
