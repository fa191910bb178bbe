import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird

/// A caller of `/v1` with a secret key: a shop, in one mode.
struct Merchant: Hashable, Sendable {
  let shop: ShopID
  let mode: Mode

  /// True if the checkout is the merchant's. Another mode counts as another merchant.
  func owns(_ file: CheckoutFile) -> Bool { file.checkout.shop == shop && file.checkout.mode == mode }
}

/// Recognizes merchants by their secret keys.
struct MerchantKeys: Sendable {
  private let known: [(digest: SecretKeyDigest, merchant: Merchant)]

  init(_ shops: [ShopConfiguration]) {
    known = shops.flatMap { shop in shop.keys.map { ($0.digest, Merchant(shop: shop.id, mode: $0.mode)) } }
  }

  /// - Returns: The merchant, and the key's index among all keys.
  /// - Throws: `ProblemResponse` 401 unless the request carries a known key. It does not say what was wrong with it.
  func merchant(_ headers: HTTPFields) throws(ProblemResponse) -> (merchant: Merchant, key: Int) {
    guard let token = headers.bearer else { throw Self.refusal }
    let presented = SecretKeyDigest(of: token)
    var found: Int?
    // To the end, so that the time tells nothing about the index.
    for (index, entry) in known.enumerated() where entry.digest == presented { found = index }
    guard let found else { throw Self.refusal }
    return (known[found].merchant, found)
  }

  private static let refusal = ProblemResponse.unauthorized(
    "Send a secret key of your shop: \"Authorization: Bearer\" and the key.")
}

/// The context of a request with a secret key.
typealias MerchantContext<Parent: RequestContext> = CallerContext<Merchant, Parent>

extension RouterMethods {
  /// Routes for merchants: the secret key is verified, and its rate is counted.
  /// - Parameter readingQuery: True if the routes read the query themselves, with `ListQuery`. All others refuse every
  ///   parameter.
  func merchants(of server: CheckoutServer, readingQuery: Bool = false) -> RouterGroup<MerchantContext<Context>> {
    let keys = MerchantKeys(server.configuration.shops)
    return explained().group { request, _ in
      let (merchant, key) = try keys.merchant(request.headers)
      try server.rates.count(.key(key))
      let fields = try request.queryFields()
      if !readingQuery { try ListQuery(fields).requireNoProblems() }
      return merchant
    }
  }

  /// Routes for one checkout of the merchant, named by `{id}` of the path. An unknown checkout and one of another merchant are
  /// refused with the same `Problem`.
  /// - Parameter side: The side whose rate is counted; nil for routes that only read.
  func checkouts<Parent: RequestContext>(
    of server: CheckoutServer, countedAs side: CheckoutSide? = nil
  ) -> RouterGroup<CallerContext<CheckoutFile, Context>> where Context == MerchantContext<Parent> {
    group { _, context in
      guard let id = context.checkoutID,
        let file = try await server.service.file(id), context.caller.owns(file)
      else { throw Problem.noCheckout }
      if let side { try server.rates.count(.checkout(id, side)) }
      try await server.service.flush(id)
      return file
    }
  }

  /// Routes without a body. They refuse what stands in one, so that an amount in the body of a void is not ignored.
  func withoutBody(_ limits: FerryServerConfiguration.Limits) -> RouterGroup<Context> {
    group(checking: { request, _ in try await request.requireNoMembers(limit: limits.bodyBytes) })
  }
}

extension Request {
  /// The JSON body of a call with a secret key. Members that do not exist are refused: under a misspelt name an amount would
  /// be ignored, and all the money move.
  func merchantJSON<Body: Decodable>(_ limits: FerryServerConfiguration.Limits) async throws -> Body {
    try await json(limit: limits.bodyBytes, refusingUnknown: true)
  }
}

extension CreationKey {
  /// The merchant's key with a digest of the body's content. The order of members and white space do not matter, nor the
  /// buyer's facts: a digest of an address would tell it to whoever tries all addresses.
  /// - Throws: `Problem` unless the request has one key of 1 to 128 printable ASCII characters.
  init(_ request: Request, for body: CreateCheckoutBody) throws {
    let key = try request.idempotencyKey(newFor: "order that a buyer wants to pay")
    var body = body
    body.buyer = nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    self.init(key: key, digest: TextDigest.sha256(try encoder.encode(body)))
  }
}

extension Request {
  /// - Parameter occasion: Completes the sentence "new for every …".
  /// - Throws: `Problem` unless there is one key of 1 to 128 printable ASCII characters.
  func idempotencyKey(newFor occasion: String) throws(Problem) -> String {
    let keys = headers[values: .idempotencyKey]
    guard let key = keys.first else {
      throw Problem(
        .keyMissing, "Send an Idempotency-Key: new for every \(occasion), the same when you repeat the call.")
    }
    guard keys.count == 1, (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw Problem(.malformed, "Send one Idempotency-Key of 1 to 128 printable ASCII characters.") }
    return key
  }
}
