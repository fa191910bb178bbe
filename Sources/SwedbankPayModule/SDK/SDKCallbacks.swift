import FerryCore
import FerryHTTP
import FerryModule
import FerryWeb
import Foundation
import HTTPTypes

/// The addresses that browsers and bank apps use to lead the buyer back into an app that has the SDK ("Mobile SDK", Swedbank
/// Pay documentation). They lead to registered apps only. The SDKs compare the address with the one that they made, so path and
/// query are kept byte for byte.
struct SDKCallbacks {
  /// The page of another site with a button: iOS gives an app the links of another site, after a tap.
  let trampoline: Link

  static let path = "sdk-callback/"
  static let iosPath = path + "ios-universal-link"
  static let androidPath = path + "android-intent"

  /// A new payment order whose way back leads to no app is refused at once, not when the buyer stands in a bank's app.
  /// - Parameter paymentURL: An address below the backend's.
  /// - Throws: `SDKRefusal.badRequest`.
  func check(_ paymentURL: String, _ request: SDKRequest) throws(SDKRefusal) {
    let rest = paymentURL.dropFirst(request.backend.text.count)
    var callback = request
    callback.path = String(rest.prefix { !"?#".contains($0) })
    callback.query = String(rest.dropFirst(callback.path.count + 1).prefix { $0 != "#" })
    do throws(SDKRefusal) {
      switch callback.path {
      case Self.iosPath: _ = try universalLink(callback)
      case Self.androidPath: _ = try intent(callback)
      default: break
      }
    } catch {
      guard case .badRequest(_, let rule) = error else { throw error }
      throw .badRequest("/paymentorder/urls/paymentUrl", rule)
    }
  }

  // MARK: iOS

  /// - Throws: `SDKRefusal.badRequest` for a query that cannot be read, or names no registered app.
  func universalLink(_ request: SDKRequest) throws(SDKRefusal) -> SDKAnswer {
    let fields = try Self.fields(request.query)
    guard let scheme = fields["scheme"], request.apps.contains(.ios(scheme: scheme)) else {
      throw .badRequest("/scheme", "No app with this scheme is registered.")
    }
    guard let language = fields["language"] else { throw .badRequest("/language", "Name the language.") }
    let address = request.backend.text + request.path + "?" + (request.query ?? "")
    if Self.pairs(request.query).contains(where: { $0.elementsEqual("fallback=true".utf8) }) {
      return Self.redirect(to: scheme + address.dropFirst((request.backend.origin?.scheme ?? "https").count))
    }
    var location = trampoline.text + "?target=\(Self.encoded(address + "&fallback=true"))"
    location += "&language=\(Self.encoded(language))"
    if let app = fields["app"] { location += "&app=\(Self.encoded(app))" }
    return Self.redirect(to: location)
  }

  /// The SDK's documentation asks for 301, which browsers may keep for good; `no-store` forbids it.
  private static func redirect(to location: String) -> SDKAnswer {
    SDKAnswer(.movedPermanently, [.location: location, .cacheControl: "no-store"])
  }

  private static let unencoded = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()")

  /// Percent-encoding as `encodeURIComponent` does it: a space is `%20`, never a plus sign.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unencoded) ?? ""
  }

  private static func pairs(_ query: String?) -> [Substring.UTF8View] {
    (query ?? "")[...].utf8.split(separator: UInt8(ascii: "&"))
  }

  private static let names: Set = ["scheme", "language", "app", "package"]

  /// The parameters that decide something here. The others are the app's, or a bank has added them: nothing is asked of them.
  private static func fields(_ query: String?) throws(SDKRefusal) -> Fields {
    let bytes = (query ?? "").utf8
    let known = pairs(query).filter { pair in
      names.contains(String(decoding: pair.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))
    }
    guard bytes.count <= 4_096, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
      let fields = try? Fields(parsing: Array(known.joined(separator: [UInt8(ascii: "&")])), as: .query)
    else { throw .badRequest("", "The query cannot be read.") }
    return fields
  }

  // MARK: Android

  /// A page that opens the app, at once or by a tap. The data of its intent is then exactly the address that the SDK made.
  /// - Throws: `SDKRefusal.badRequest` for a query that cannot be read, or names no registered app.
  func intent(_ request: SDKRequest) throws(SDKRefusal) -> SDKAnswer {
    let fields = try Self.fields(request.query)
    guard let package = fields["package"], request.apps.contains(.android(package: package)) else {
      throw .badRequest("/package", "No app with this package is registered.")
    }
    guard let origin = request.backend.origin else { throw .internalError }
    let place = request.backend.text.dropFirst("\(origin.scheme)://".count) + request.path + "?" + (request.query ?? "")
    let intent = Link(
      text: "intent://\(place)#Intent;scheme=\(origin.scheme);"
        + "action=com.swedbankpay.mobilesdk.VIEW_PAYMENTORDER;package=\(PercentEncoding.encode(package));end;")
    let title = Self.title[request.language]
    let policy = PagePolicy()
    let page = Page(
      language: request.language, title: title, policy: policy,
      head: """
        <meta http-equiv="refresh" content="0;url=\(intent.text)">

        """,
      body: Message(title, [], actions: intent.button(title)).html)
    return SDKAnswer(
      .ok,
      [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: policy.headerValue,
      ], body: page.html.bytes)
  }

  private static let title = Translations(
    english: "Back to the app", japanese: "アプリに戻る", spanish: "Volver a la aplicación", swedish: "Tillbaka till appen")
}
