/// One of the three regions that Amazon Pay runs.
public enum AmazonPayRegion: String, Codable, Hashable, Sendable, CaseIterable {
  case northAmerica = "na"
  case europe = "eu"
  case japan = "jp"

  /// The region of an `x-amz-pay-region` value: its key or a country code that the official clients accept, in any case.
  init?(header value: some StringProtocol) {
    switch value.lowercased() {
    case "na", "us": self = .northAmerica
    case "eu", "de", "uk": self = .europe
    case "jp": self = .japan
    default: return nil
    }
  }

  /// The digit that charge permission ids carry after the environment's letter.
  var identifierDigits: String {
    switch self {
    case .northAmerica: "01"
    case .europe: "02"
    case .japan: "03"
    }
  }
}
