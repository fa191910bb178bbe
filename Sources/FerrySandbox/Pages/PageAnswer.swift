package import FerryCore
package import FerryWeb
package import HTTPTypes

/// The answer to a request for a page: a page, a file, JSON, or a redirect.
package struct PageAnswer {
  package enum Content {
    case page(Page)
    case asset(Asset, isForEver: Bool)
    /// 303 to a URL with checked characters.
    case seeOther(String)
    case json(Int, JSONValue)
    case document(HTTPResponse.Status, _ mediaType: String, [UInt8])
  }

  package typealias Refusal = (code: String, message: String)

  package internal(set) var content: Content
  package var cookie: HTTPField?
  /// The reason of a refused request, for the console.
  package let refusal: Refusal?

  package init(_ page: Page, refusal: Refusal? = nil) {
    content = .page(page)
    self.refusal = refusal
  }

  package init(_ content: Content) {
    self.content = content
    refusal = nil
  }

  package static func seeOther(_ link: Link) -> PageAnswer { PageAnswer(.seeOther(link.text)) }

  /// Scripts are forbidden. Targets of forms are not restricted, because browsers apply the restriction to the shop's redirects
  /// after a form too, and those are not known here.
  private static let policy =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

  /// The policy of a page with the sandbox's own scripts.
  /// - Parameters:
  ///   - ancestors: The sources of the pages that may show this one in a frame.
  ///   - frames: The sources of frames in the page.
  package static func scripted(ancestors: String = "'none'", frames: String? = nil) -> String {
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
      + (frames.map { "frame-src \($0); " } ?? "") + "base-uri 'none'; frame-ancestors \(ancestors)"
  }

  package func exchange(at now: Moment) -> SandboxExchange {
    var response = HTTPResponse(status: .ok, headerFields: [.cacheControl: "no-store"])
    var body: [UInt8] = []
    switch content {
    case .page(let page):
      response.status = page.status
      response.headerFields[.contentType] = "text/html; charset=utf-8"
      response.headerFields[.contentLanguage] = page.language.rawValue
      response.headerFields[.contentSecurityPolicy] = Self.policy
      body = page.html.bytes
    case .asset(let asset, let isForEver):
      response.headerFields[.contentType] = asset.mediaType
      response.headerFields[.cacheControl] = isForEver ? "public, max-age=31536000, immutable" : "no-cache"
      if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headerFields[name] = "cross-origin" }
      body = asset.bytes
    case .seeOther(let address):
      response.status = .seeOther
      response.headerFields[.location] = address
    case .json(let status, let value):
      response.status = HTTPResponse.Status(code: status)
      response.headerFields[.contentType] = "application/json"
      body = value.bytes
    case .document(let status, let mediaType, let bytes):
      response.status = status
      response.headerFields[.contentType] = mediaType
      body = bytes
    }
    if let cookie { response.headerFields.append(cookie) }
    response.headerFields[.xContentTypeOptions] = "nosniff"
    if let name = HTTPField.Name("Referrer-Policy") { response.headerFields[name] = "strict-origin" }
    response.headerFields[.date] = HTTPDate.text(now)
    response.headerFields[.contentLength] = String(body.count)
    return SandboxExchange(response: response, body: body, delivery: .whole)
  }
}
