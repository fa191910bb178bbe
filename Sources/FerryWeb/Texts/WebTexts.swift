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

extension Texts<WebTexts> {
  /// - Parameter status: Of the response.
  func error(_ status: Int) -> TitledText {
    switch status {
    case 401, 403: self.refused
    case 404, 405: self.notFound
    case 410: self.gone
    case 413: self.tooLarge
    case 429: self.tooMany
    case 502, 503, 504: self.busy
    case 400..<500: self.unreadable
    default: self.failed
    }
  }
}

extension Language {
  var webTexts: Texts<WebTexts> { Self.webTexts[self] }

  private static let webTexts = Translations<Texts<WebTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
