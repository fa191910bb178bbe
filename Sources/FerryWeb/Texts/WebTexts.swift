import FerryCore

/// The texts of error pages, and of a shop's button. Each language has a file.
struct WebTexts: Sendable {
  /// In the language itself.
  let languageName: String
  let unreadable, refused, notFound, gone, tooLarge, tooMany, busy, failed: TitledText
  let toShop: String
  /// Shown where there is no button.
  let withoutShop: String
  /// The button of a payment that the shop captures later.
  let chargedLater: String
}

extension WebTexts {
  /// - Parameter status: Of the response.
  func error(_ status: Int) -> TitledText {
    switch status {
    case 401, 403: refused
    case 404, 405: notFound
    case 410: gone
    case 413: tooLarge
    case 429: tooMany
    case 502, 503, 504: busy
    case 400..<500: unreadable
    default: failed
    }
  }
}

extension Language {
  var webTexts: WebTexts { Self.webTexts[self] }

  private static let webTexts = Translations<WebTexts>(
    english: .english, japanese: .japanese, spanish: .spanish, swedish: .swedish)
}
