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
  /// Binds the page's button after its function has returned, as the documentation of Amazon Pay lets it.
  private static let late = """
    window.provider = { open(selector) {
      setTimeout(() => document.querySelector(selector).addEventListener("click", () => location.assign("/arrived")), 0);
    } };
    """
  /// Has the function, and never does anything.
  private static let silent = "window.provider = { open() {} };"

  @Test("The page's button is pressed when the provider's script has had its time to bind it")
  func lateBinding() async throws {
    try await withStartPage(Self.late, patience: .seconds(15)) { page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(url: "/arrived")
      }
    }
  }

  @Test("A provider's script that does nothing is not waited for without end")
  func silence() async throws {
    try await withStartPage(Self.silent, patience: .seconds(4)) { page in
      try await withBrowser { browser in
        try await browser.open(page)
        try await browser.waitFor(text: "The payment page could not be opened")
        #expect(try await browser.shows("[data-part=working]") == false)
      }
    }
  }

  /// Opens a checkout on a server with a port of its own and the provider's script beside it; gives the address of the
  /// start page with its ticket.
  private func withStartPage(
    _ script: String, patience: Duration, _ body: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    let service = MemoryCheckouts(
      time: VirtualTime(),
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
          configuration: configuration, service: service, sites: ProviderSites(), freeDisk: FreeDisk { nil })
        return try await server.router().buildResponder().respond(to: request, context: context)
      }
    }
    try await Application(responder: responder).test(.live) { client in
      let created = try await client.execute(
        uri: "/v1/checkouts", method: .post,
        headers: [
          .authorization: "Bearer " + TestServer.testKey, .contentType: "application/json",
          try #require(HTTPField.Name("Idempotency-Key")): "key-1",
        ],
        body: ByteBuffer(string: TestServer.order))
      let ticket = try #require(try created.decoded(CheckoutBody.self).next?.url.split(separator: "#").last)
      try await body("http://localhost:\(try #require(client.port))/ferry/start#\(ticket)")
    }
  }

  private static func answer(_ type: String, _ text: String) -> Response {
    Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
