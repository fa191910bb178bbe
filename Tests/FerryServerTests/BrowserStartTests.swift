import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("The start page, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserStartTests {
  /// Binds the page's button after its function has returned, as Amazon Pay's documentation allows.
  private static let late = """
    window.provider = { open(selector) {
      setTimeout(() => document.querySelector(selector).addEventListener("click", () => location.assign("/arrived")), 0);
    } };
    """
  /// Has the function, which never does anything.
  private static let silent = "window.provider = { open() {} };"

  @Test("The page presses the button after the provider's script has had time to bind it")
  func lateBinding() async throws {
    try await withStartPage(Self.late, patience: .seconds(15)) { page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(url: "/arrived")
      }
    }
  }

  @Test("The wait for a provider's script is limited")
  func silence() async throws {
    try await withStartPage(Self.silent, patience: .seconds(4)) { page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(text: "お支払いページを開けませんでした")
        #expect(try await browser.shows("[data-part=working]") == false)
      }
    }
  }

  @Test("In a browser inside another app nothing is spent before the buyer continues, and the address has no ticket")
  func embedded() async throws {
    try await withStartPage(Self.late, patience: .seconds(15), agent: EmbeddedBrowserTests.facebook) { page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(text: "Open the shop in your browser")
        #expect(try await browser.url().contains("#") == false)
        #expect(try await browser.shows("[data-part=working]") == false)
        try await browser.click("#ferry-go-on")
        try await browser.waitFor(url: "/arrived")
      }
    }
  }

  @Test("For an app's checkout the page does not ask, because the app chose its browser")
  func embeddedBesideApp() async throws {
    try await withStartPage(Self.late, patience: .seconds(15), agent: EmbeddedBrowserTests.facebook, isApp: true) {
      page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(url: "/arrived")
      }
    }
  }

  /// Opens a checkout on a server with its own port and the provider's script beside it. Passes the address of the
  /// start page with its ticket.
  /// - Parameter agent: The User-Agent of every browser; nil for its own.
  private func withStartPage(
    _ script: String, patience: Duration, agent: String? = nil, isApp: Bool = false,
    _ body: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    let service = MemoryCheckouts(
      script: ProviderScript(
        source: "/provider.js", function: ["provider", "open"], arguments: [##""#ferry-step""##], pressesButton: true))
    let responder = CallbackResponder<ClientContext> { request, context in
      switch request.uri.path {
      case "/provider.js": return Self.answer("text/javascript", script)
      case "/arrived": return Self.answer("text/html", "<h1>Arrived</h1>")
      default:
        // The port is known by now.
        var configuration = try TestServer.configuration()
        configuration.base = try #require(Origin("http://" + (request.head.authority ?? "")))
        configuration.limits.patience = patience
        let server = CheckoutServer(
          configuration: configuration, service: service, providers: [], freeDisk: FreeDisk { nil })
        var head = request.head
        if let agent { head.headerFields[.userAgent] = agent }
        return try await server.router().buildResponder().respond(
          to: Request(head: head, body: request.body), context: context)
      }
    }
    try await Application(responder: responder).test(.live) { client in
      let created = try await client.execute(
        uri: "/v1/checkouts", method: .post,
        headers: [
          .authorization: "Bearer " + TestServer.testKey, .contentType: "application/json",
          try #require(HTTPField.Name("Idempotency-Key")): "key-1",
        ],
        body: ByteBuffer(string: isApp ? TestApp.order(TestApp.stranger.challenge) : TestServer.order))
      let checkout = try created.decoded(CheckoutBody.self)
      let ticket = try #require(
        isApp ? checkout.app?.ticket?.text : checkout.next?.url.split(separator: "#").last.map(String.init))
      try await body("http://localhost:\(try #require(client.port))/ferry/start#\(ticket)")
    }
  }

  private static func answer(_ type: String, _ text: String) -> Response {
    Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
