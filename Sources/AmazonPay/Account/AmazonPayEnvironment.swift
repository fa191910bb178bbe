public import FerryCore

/// Amazon Pay's name for the mode: its sandbox moves no money.
public enum AmazonPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox
  /// Real money moves.
  case live

  /// Test is the sandbox.
  public init(_ mode: Mode) {
    switch mode {
    case .test: self = .sandbox
    case .live: self = .live
    }
  }

  /// The environment that a public key id belongs to by its prefix; nil for the older ids that have none.
  public init?(ofPublicKeyId id: String) {
    let upper = id.uppercased()
    if upper.hasPrefix("SANDBOX") {
      self = .sandbox
    } else if upper.hasPrefix("LIVE") {
      self = .live
    } else {
      return nil
    }
  }

  /// The sandbox is test.
  public var mode: Mode {
    switch self {
    case .sandbox: .test
    case .live: .live
    }
  }
}
