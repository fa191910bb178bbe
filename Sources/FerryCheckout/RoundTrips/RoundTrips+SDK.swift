public import FerryCore

extension RoundTrips {
  /// The installation of an app whose provider's SDK pays the checkout. The SDK's requests carry the installation's secret.
  /// A code that only the app is given names the checkout; the first installation that shows it is bound.
  public struct SDKBinding: Codable, Hashable, Sendable {
    /// The codes that may bind an installation, newest last.
    fileprivate var codes: [SDKCode] = []
    /// The digest of the bound installation's secret.
    fileprivate var installation: String?
    /// The digest of the code that has bound it. The SDK repeats it after a restart of the app.
    fileprivate var spentCode: String?
  }

  fileprivate struct SDKCode: Codable, Hashable, Sendable {
    let digest: String
    let expiresAt: Moment
  }

  public static let sdkCodeLifetime: Duration = .seconds(1_800)
  private static let mostSDKCodes = 4

  public mutating func issue(sdkCode digest: String, at now: Moment) {
    var binding = sdk ?? SDKBinding()
    binding.codes.removeAll { $0.expiresAt <= now }
    binding.codes.append(SDKCode(digest: digest, expiresAt: now + Self.sdkCodeLifetime))
    binding.codes.removeFirst(max(0, binding.codes.count - Self.mostSDKCodes))
    sdk = binding
  }

  /// Spends a code and binds the installation that shows it. The bound installation may show its code again at any time.
  /// - Throws: `Refusal.code` for a code that has expired or was never issued; `Refusal.browser` for another installation
  ///   than the bound one. Nothing has changed then.
  public mutating func bind(sdkCode code: String, to installation: String, at now: Moment) throws(Refusal) {
    guard var binding = sdk else { throw .code }
    let isFresh = binding.codes.reduce(false) { known, issued in
      equalInConstantTime(issued.digest, code) && now < issued.expiresAt || known
    }
    let isRepeated = binding.spentCode.map { equalInConstantTime($0, code) } ?? false
    guard isFresh || isRepeated else { throw .code }
    guard binding.installation == nil || isBound(toInstallation: installation) else { throw .browser }
    guard binding.installation == nil || isFresh else { return }
    binding.codes.removeAll { $0.digest == code }
    binding.installation = installation
    binding.spentCode = code
    sdk = binding
  }

  /// No installation is bound before it has spent a code.
  public func isBound(toInstallation installation: String) -> Bool {
    sdk?.installation.map { equalInConstantTime($0, installation) } ?? false
  }
}
