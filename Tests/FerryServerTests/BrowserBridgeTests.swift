import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("The page bridge, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserBridgeTests {
  /// The two apps that a page may stand in, as far as their bridges go. What they are sent is in `sent`; `answers` says what
  /// comes back to a type of message.
  private enum App: String, CaseIterable, Sendable {
    case apple = """
      window.webkit = { messageHandlers: { ferry: {
        postMessage: async (message) => { sent.push(message); return answers[message.type]; } } } };
      """
    /// Messages are text, and answers have the message's number, in reverse order.
    case android = """
      const open = [];
      window.androidApp = { postMessage: (text) => {
        const message = JSON.parse(text);
        sent.push(message);
        open.push(message);
        setTimeout(() => {
          for (const one of open.splice(0).reverse()) ferryReply(one.id, JSON.stringify(answers[one.type]));
        }, 20);
      } };
      """
  }

  private static let answers = """
    window.sent = [];
    window.answers = { prepare: { challenge: "abc" }, open: { covered: true }, state: { state: { covered: false } } };
    """

  @Test("A page asks for a challenge, hands over the checkout, and asks for the state", arguments: App.allCases)
  private func asks(_ app: App) async throws {
    try await withPage(app) { browser in
      let got = try await browser.execute(
        """
        return Promise.all([ferry.prepare(), ferry.open({ checkout: "co_1" }), ferry.state()])
          .then(([challenge, opened, state]) => [challenge, opened.covered, state.covered].join(" "));
        """)
      #expect(got == "abc true false")
      let sent = try await browser.execute(
        "return sent.slice(1).map((one) => [one.v, one.type, one.checkout ?? ''].join(' ').trim()).join(', ')")
      #expect(sent == "1 prepare, 1 open co_1, 1 state")
      #expect(try await browser.execute("return ferry.isInApp") == true)
    }
  }

  @Test("A page that appears asks by itself, and is covered while the buyer is in the browser", arguments: App.allCases)
  private func appears(_ app: App) async throws {
    try await withPage(app, "answers.state = { state: { covered: true } };") { browser in
      try await browser.waitFor(text: "Your payment is in progress")
      #expect(try await browser.execute("return sent[0].type") == "state")
      // The buyer cannot dismiss it.
      #expect(
        try await browser.execute(
          "return document.querySelector('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))") == false)
    }
  }

  @Test("An unsupported call is an error, and the page is uncovered", arguments: App.allCases)
  private func refused(_ app: App) async throws {
    try await withPage(app, #"answers.open = { error: "no-such-checkout" };"#) { browser in
      let error = try await browser.execute("return ferry.open({}).then(() => 'opened', (error) => error.message)")
      #expect(error == "no-such-checkout")
      #expect(try await browser.execute("return document.querySelectorAll('dialog').length") == 0)
    }
  }

  @Test("The app reports changes: the page covers and uncovers itself, and gets an event")
  func told() async throws {
    try await withPage(.apple) { browser in
      let steps = try await browser.execute(
        """
        const heard = [];
        const count = () => document.querySelectorAll("dialog[open]").length;
        ferry.onChange = (state) => heard.push(state.phase);
        ferryState({ phase: "paying", covered: true });
        ferryState({ phase: "paying", covered: true });
        heard.push(count());
        ferryState({ phase: "paid", covered: false });
        heard.push(count());
        return heard.join(" ");
        """)
      #expect(steps == "paying paying 1 paid 0")
    }
  }

  @Test("A shop may have its own cover")
  func ownCover() async throws {
    try await withPage(.apple) { browser in
      let steps = try await browser.execute(
        """
        const calls = [];
        ferry.cover = () => calls.push("cover");
        ferry.uncover = () => calls.push("uncover");
        answers.open = { error: "away" };
        return ferry.open({}).catch(() => {}).then(() => {
          ferryState({ covered: true });
          return calls.join(" ") + " " + document.querySelectorAll("dialog").length;
        });
        """)
      #expect(steps == "cover uncover cover 0")
    }
  }

  @Test("Outside an app the page says so, and no script can replace the app's calls")
  func outside() async throws {
    try await withPage(nil) { browser in
      let error = try await browser.execute("return ferry.prepare().catch((error) => error.message)")
      #expect(error == "This page is not in an app.")
      #expect(try await browser.execute("return ferry.isInApp") == false)
      let replaced = try await browser.execute(
        "window.ferryReply = 1; window.ferryState = 1; ferryReply('7', '{}'); return typeof ferryState")
      #expect(replaced == "function")
    }
  }

  /// Opens a page of a shop that loads the bridge from the checkout server.
  private func withPage(
    _ app: App?, _ script: String = "", _ body: @escaping @Sendable (Browser) async throws -> Void
  ) async throws {
    let page =
      "<!doctype html><html lang=en><title>Shop</title><body><script>\(Self.answers)\(app?.rawValue ?? "")\(script)"
      + "</script><script src=/ferry/bridge.js></script></body></html>"
    let server = CheckoutServer(
      configuration: try TestServer.configuration(), service: MemoryCheckouts(),
      providers: [], freeDisk: FreeDisk { nil })
    let routes = server.router().buildResponder()
    let responder = CallbackResponder<ClientContext> { request, context in
      guard request.uri.path == "/shop" else { return try await routes.respond(to: request, context: context) }
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
    try await Application(responder: responder).test(.live) { client in
      try await withBrowser { browser in
        try await browser.open("http://localhost:\(try #require(client.port))/shop")
        try await body(browser)
      }
    }
  }
}
