import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryModule
import FerryProvider
import HTTPTypes
import SwedbankPay

/// The merchant backend that the official SDKs for iOS and Android talk to, unchanged ("Mobile SDK", Swedbank Pay
/// documentation). The shop's order decides payee, items and price, and the engine decides what is paid.
public struct SwedbankPayBackend: SDKBackend {
  let provider: SwedbankPayProvider
  let connection: ProviderConnection

  public let largestBody = 65_536
  public var callbackPath: String { SDKCallbacks.path }

  public init(_ provider: SwedbankPayProvider, _ connection: ProviderConnection) {
    self.provider = provider
    self.connection = connection
  }

  var merchant: SwedbankPayAccount { provider.merchant }
  private var callbacks: SDKCallbacks { SDKCallbacks(trampoline: trampoline) }

  /// The page of Swedbank Pay's that leads back into iOS apps; a sandbox has its own. It is on the production site for tests,
  /// too ("Mobile SDK", Swedbank Pay's example of a merchant backend).
  private var trampoline: Link {
    let site = provider.options.trampolineURL ?? (provider.isSandbox ? merchant.payerURLs.first : nil)
    guard let origin = site.flatMap({ Origin($0) }) ?? Origin(SwedbankPayAccount.defaultPayerURL(.live)) else {
      preconditionFailure("Swedbank Pay's own site is an address.")
    }
    return origin.link("/externalresourcehost/trampoline")
  }

  public func isOpen(_ path: String) -> Bool { path.hasPrefix(SDKCallbacks.path) || Self.pages.contains(path) }

  public func answer(to refusal: SDKRefusal) -> SDKAnswer { SDKProblems.answer(to: refusal) }

  /// The SDK ends a payment at these addresses. It never loads them.
  private static let pages: Set<String> = ["complete", "cancel"]

  /// A bank may lead a browser back by a form, whose body decides nothing.
  private static let ofBrowsers: [HTTPRequest.Method] = [.get, .head, .post]

  /// The addresses besides `setInstrument` and stored cards, with their methods.
  private static let methods: [String: [HTTPRequest.Method]] = [
    "": [.get, .head], "consumers": [.post], "paymentorders": [.post], "patch": [.patch], "expand": [.post],
    "tokens": [.post], "complete": ofBrowsers, "cancel": ofBrowsers, SDKCallbacks.iosPath: ofBrowsers,
    SDKCallbacks.androidPath: ofBrowsers,
  ]

  public func task(_ request: SDKRequest) throws(SDKRefusal) -> SDKTask {
    if let order = Self.order(ofInstrumentPath: request.path) {
      guard request.method == .patch else { throw .wrongMethod(allowed: [.patch]) }
      let body = try SDKBodies.read(request.body, as: SDKChangeBody.self)
      guard case .setInstrument = body.change else {
        throw .badRequest("/paymentorder/operation", "Set an instrument.")
      }
      return .find(.order(order))
    }
    if request.path.hasPrefix(StoredCardPath.folder) { return try storedCards(request) }
    guard let methods = Self.methods[request.path] else { throw .notFound }
    guard methods.contains(request.method) else { throw .wrongMethod(allowed: methods) }
    switch request.path {
    case "": return .answer(discovery(request.backend))
    case "consumers":
      guard provider.options.sdkCheckIn else { throw .unauthorized }
      _ = try checkIn(request)
      // Without a code nothing tells whose account it is.
      return request.code.map { .bind(code: $0) } ?? .ask
    case "paymentorders": return try pay(request)
    case "patch": return try change(request)
    case "expand":
      _ = try nodes(request)
      return .find(.order(try SDKBodies.read(request.body, as: SDKExpandBody.self).resource))
    case "tokens":
      guard provider.options.sdkTokens else { throw .unauthorized }
      return .find(.order(try SDKBodies.read(request.body, as: SDKResourceBody.self).resource))
    case SDKCallbacks.iosPath: return .answer(try callbacks.universalLink(request))
    case SDKCallbacks.androidPath: return .answer(try callbacks.intent(request))
    case let page where Self.pages.contains(page): return .page
    default: throw .unauthorized
    }
  }

  /// The links of the backend. The SDKs resolve them against the request's address, so they have the whole path.
  private func discovery(_ backend: Link) -> SDKAnswer {
    let path = backend.text.dropFirst((backend.origin?.text ?? "").utf8.count)
    let body: [String: UntypedJSON] = [
      "consumers": .string("\(path)consumers"), "paymentorders": .string("\(path)paymentorders"),
    ]
    var answer = Self.json(body)
    answer.headers[.cacheControl] = "private, max-age=86400"
    return answer
  }

  private func pay(_ request: SDKRequest) throws(SDKRefusal) -> SDKTask {
    let order = try SDKBodies.read(request.body, as: PaymentOrderEnvelope<SDKOrder>.self).order
    guard let code = order.orderReference, !code.isEmpty else {
      throw .badRequest("/paymentorder/payeeInfo/orderReference", "Send the checkout's code.")
    }
    guard order.operation == "Purchase" else {
      throw .badRequest("/paymentorder/operation", "A checkout is paid by Purchase.")
    }
    guard order.paymentToken == nil else { throw .unauthorized }
    guard order.productName.map({ $0.lowercased() == SDKSession.productName }) ?? true else {
      throw .badRequest("/paymentorder/productName", "Write Checkout3, or leave it out for version 2.")
    }
    let session = try SDKSession(order, below: request.backend)
    if let paymentURL = session.paymentUrl { try callbacks.check(paymentURL, request) }
    let facts = BuyerFacts(
      ipAddress: request.ipAddress, userAgent: order.userAgent.flatMap(Self.headerText) ?? request.userAgent)
    return .pay(code: code, SDKPayment(facts: facts) { checkout in try session.record(checkout, order) })
  }

  private static func headerText(_ text: String) -> String? {
    let text = String(text.prefix(512))
    return !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }

  /// A change names the address of an operation. Its host has to be the API's, and its path the payment order's id.
  private func change(_ request: SDKRequest) throws(SDKRefusal) -> SDKTask {
    let body = try SDKBodies.read(request.body, as: SDKChangeBody.self)
    guard let href = body.href else { throw .badRequest("/href", "Send the operation's address.") }
    guard let order = resource(ofOperation: href) else { throw .unauthorized }
    return body.change == .abort ? .cancel(.order(order)) : .find(.order(order))
  }

  /// The payment order by the path of an operation's address, whose query may be a trace of one answer. Nil for an address
  /// at another host than the API's.
  func resource(ofOperation href: String) -> ResourceID? {
    guard let address = try? merchant.apiAddress(of: href) else { return nil }
    return ResourceID(String(address.rest.prefix { $0 != "?" }))
  }

  // MARK: Addresses of version 2

  private static let instrumentSuffix = "/setInstrument"

  /// The address below the backend's that sets the instrument of a payment order.
  static func instrumentLink(_ order: ResourceID, _ backend: Link) -> String {
    backend.text + order.path.dropFirst() + instrumentSuffix
  }

  static func order(ofInstrumentPath path: String) -> ResourceID? {
    path.hasSuffix(instrumentSuffix) ? ResourceID("/" + path.dropLast(instrumentSuffix.count)) : nil
  }

  // MARK: Bodies

  func checkIn(_ request: SDKRequest) throws(SDKRefusal) -> SwedbankPayCall {
    let body = try SDKBodies.read(request.body, as: SDKConsumerBody.self)
    do throws(InvalidField) {
      return try .startCheckIn(language: body.language, shippingCountries: body.countries)
    } catch {
      throw .badRequest(error.pointer, error.explanation)
    }
  }

  /// The parts that an app may read: neither tokens nor cards.
  private static let readable: [ExpandedNode] = [.payer, .orderItems, .urls, .metadata]

  func nodes(_ request: SDKRequest) throws(SDKRefusal) -> Set<ExpandedNode> {
    let names = try SDKBodies.read(request.body, as: SDKExpandBody.self).expand
    let nodes = names.compactMap { name in Self.readable.first { $0.rawValue.lowercased() == name.lowercased() } }
    guard nodes.count == names.count else {
      throw .badRequest(
        "/expand", "An app may read these parts: \(Self.readable.map(\.rawValue).joined(separator: ", ")).")
    }
    return Set(nodes)
  }

  static func json(_ members: [String: UntypedJSON]) -> SDKAnswer { json(stableJSON(members)) }

  /// The SDKs read bodies of exactly this media type.
  static func json(_ body: [UInt8]) -> SDKAnswer {
    SDKAnswer(.ok, [.contentType: "application/json", .cacheControl: "no-store"], body: body)
  }
}
