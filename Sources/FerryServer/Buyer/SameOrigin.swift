import FerryCore
import FerryWeb
import HTTPTypes

/// The demand that a request was sent by one of this server's own pages: another site could put its own checkout under a
/// buyer's nose.
struct SameOrigin: Sendable {
  let base: Origin

  /// - Throws: `Problem` 403.
  func require(_ headers: HTTPFields) throws(Problem) {
    let site = headers[.secFetchSite]
    let isSame = if let origin = headers[.origin] { origin == base.text } else { site == "same-origin" }
    guard isSame, site == nil || site == "same-origin" else {
      throw Problem(.forbidden, "This is asked for by this server's own pages only.")
    }
  }
}

extension HTTPField.Name {
  /// `Sec-Fetch-Site` (Fetch Metadata Request Headers §2.4).
  static let secFetchSite: HTTPField.Name = {
    guard let name = HTTPField.Name("Sec-Fetch-Site") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
