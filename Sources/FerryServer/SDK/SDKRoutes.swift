import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// The merchant backends that providers' own SDKs for apps talk to, below `/ferry/sdk/PROVIDER/`. The address is the same for
/// all accounts of a provider; the checkout decides about the account.
struct SDKRoutes: Sendable {
  let server: CheckoutServer

  private static let folder = "/ferry/sdk"

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    // Every method, because the SDKs read no other problems than the backend's. The router adds HEAD.
    for method: HTTPRequest.Method in [.get, .post, .patch, .put, .delete, .options, .trace] {
      router.on("\(Self.folder)/{provider}", method: method) { try await answer($0, $1) }
      router.on("\(Self.folder)/{provider}/**", method: method) { try await answer($0, $1) }
    }
  }

  private func answer(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    guard let provider = context.parameters.get("provider").map({ ProviderID($0) }),
      let first = server.sdkBackends(of: provider).first
    else { throw Problem.nothingHere }
    do {
      try server.rates.count(.address(server.client(of: request, context)))
      let path = String(request.uri.path.dropFirst("\(Self.folder)/\(provider.text)/".utf8.count))
      let installation = SDKInstallation(request.headers)
      guard installation != nil || first.backend.isOpen(path) else { throw SDKRefusal.unauthorized }
      let asked = SDKRequest(
        request.method == .head ? .get : request.method,
        backend: server.links.sdkBackend(of: provider), path: path, query: request.uri.query,
        code: request.headers[.ferryCode], body: try await request.bodyBytes(limit: first.backend.largestBody),
        ipAddress: server.address(of: request, context),
        userAgent: request.headers[.userAgent].map { String($0.prefix(512)) },
        language: server.languages.language(of: request), apps: server.configuration.apps.map(SDKApp.init))
      return try await answer(asked, provider, installation, request, context)
    } catch let error as CancellationError {
      throw error
    } catch {
      let refusal = SDKRefusal(error, limit: first.backend.largestBody)
      if refusal == .internalError {
        // The type only: an error's text may hold secrets.
        context.logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      }
      return Response(first.backend.answer(to: refusal))
    }
  }

  /// Answers by the first account that the request is about. A request that is about no checkout has to fit one account only:
  /// nothing says whether the checkout that follows is a test, or whose it is.
  private func answer(
    _ asked: SDKRequest, _ provider: ProviderID, _ installation: SDKInstallation?, _ request: Request,
    _ context: some RequestContext
  ) async throws -> Response {
    var refusal = SDKRefusal.notFound
    var candidates: [any SDKBackend] = []
    for account in server.sdkBackends(of: provider) {
      let checkouts = SDKCheckouts(server: server, account: account.id, installation: installation)
      let task: SDKTask
      do throws(SDKRefusal) {
        task = try account.backend.task(asked)
      } catch {
        refusal = error
        continue
      }
      switch task {
      case .answer(let answer): return Response(answer)
      case .page: return page(request).response
      case .ask: candidates.append(account.backend)
      case .pay, .bind, .find, .cancel:
        guard let file = try await checkouts.perform(task) else {
          refusal = .unauthorized
          continue
        }
        return Response(await account.backend.answer(asked, about: SDKCheckout(file)))
      }
    }
    guard let backend = candidates.first else { throw refusal }
    guard candidates.count == 1 else {
      throw SDKRefusal.badRequest(
        "", "Several accounts offer this. Send the code of the checkout as \(SDKAccess.codeHeader).")
    }
    return Response(await backend.answer(asked, about: nil))
  }

  /// For browsers that have loaded an address where the SDK ends a payment. The address names no checkout, so the page leads to
  /// the only app of the browser's system.
  private func page(_ request: Request) -> Page {
    let language = server.languages.language(of: request)
    if let links = server.links.deepLinks(on: BrowserAgent(request.headers[.userAgent]).system) {
      return ReturnToAppPage(language: language, links: links, isTried: false).page
    }
    return Page(.ok, language.buyerTexts.appNotOpened, language)
  }
}

extension CheckoutServer {
  /// The backends of a provider's accounts, the live ones first.
  func sdkBackends(of provider: ProviderID) -> [(id: ProviderAccountID, backend: any SDKBackend)] {
    let backends = providers.filter { $0.id.provider == provider }.compactMap { offered in
      offered.sdk.map { (id: offered.id, backend: $0) }
    }
    return backends.filter { $0.id.mode == .live } + backends.filter { $0.id.mode != .live }
  }

  /// The patterns of paths whose links open the SDKs' apps.
  var sdkCallbackPaths: [String] {
    let paths = providers.compactMap { offered in
      offered.sdk.map {
        let address = links.sdkBackend(of: offered.id.provider).text
        return String(address.dropFirst(configuration.base.text.utf8.count)) + $0.callbackPath + "*"
      }
    }
    return Set(paths).sorted()
  }
}

extension SDKCheckout {
  init(_ file: CheckoutFile) {
    self.init(file.checkout, record: file.record, isMisconfigured: file.outstanding.contains(where: \.isMisconfigured))
  }
}

extension SDKApp {
  fileprivate init(_ app: RegisteredApp) {
    self =
      switch app.platform {
      case .ios: .ios(scheme: app.scheme)
      case .android(let android): .android(package: android.package)
      }
  }
}

extension SDKRefusal {
  /// - Parameter limit: The largest body, in bytes.
  fileprivate init(_ error: any Error, limit: Int) {
    switch error {
    case let refusal as SDKRefusal: self = refusal
    case let response as ProblemResponse where response.problem.type == .tooManyRequests:
      self = .tooManyRequests(retryAfter: response.headers[.retryAfter] ?? "1")
    case let problem as Problem where problem.type == .tooLarge: self = .tooLarge(limit: limit)
    case let problem as Problem where problem.statusCode < 500: self = .badRequest("", problem.detail)
    case is RoundTrips.Refusal, StoreError.notFound: self = .unauthorized
    case is Refusal: self = .badRequest("", "The checkout has ended, or its payment is under way. Ask the shop.")
    case StoreError.stopped, StoreError.unavailable: self = .unavailable
    default: self = .internalError
    }
  }
}

extension Response {
  fileprivate init(_ answer: SDKAnswer) {
    self.init(
      status: answer.status, headers: answer.headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

extension HTTPField.Name {
  fileprivate static let ferryCode = HTTPField.Name(known: SDKAccess.codeHeader)
}
