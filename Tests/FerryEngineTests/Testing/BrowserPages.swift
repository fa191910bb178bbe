import Hummingbird
import HummingbirdTesting

/// Small pages on this machine for tests of a browser.
enum BrowserPages {
  /// Serves the pages during the body, and passes their URL without a slash at the end.
  static func withPages(_ body: @Sendable (String) async throws -> Void) async throws {
    let router = Router()
    router.get("/") { request, _ in
      page("First", language: request.headers[.acceptLanguage] ?? "none", first)
    }
    router.get("/second") { _, _ in page("Second", "<h1>The second page</h1>") }
    router.post("/form") { request, _ in
      let body = try await request.body.collect(upTo: 1_000)
      return page("Sent", "<p id=\"sent\">\(String(buffer: body))</p>")
    }
    router.get("/replaced") { _, _ in page("Replaced", replaced) }
    let app = Application(router: router)
    try await app.test(.live) { client in
      guard let port = client.port else { throw NoPort() }
      try await body("http://127.0.0.1:\(port)")
    }
  }

  struct NoPort: Error {}

  private static func page(_ title: String, language: String = "", _ body: String) -> Response {
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
        body { background: rgb(255, 255, 255) }
        @media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 0) } }
      </style></head><body data-language="\(language)">\(body)</body></html>
      """
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  private static let first = """
    <h1>The first page</h1>
    <p id="hidden" style="display: none">nobody sees this</p>
    <a id="link" href="/second">Go on</a>
    <form action="/form" method="post">
      <label for="name">Name</label> <input id="name" name="name" value="old">
      <label><input type="radio" name="card" value="visa" checked> Visa</label>
      <label><input type="radio" name="card" value="jcb"> JCB</label>
      <button id="send">Send</button>
    </form>
    <div style="position: relative">
      <button id="covered" onclick="document.title = 'Clicked'">Covered</button>
      <div id="cover" style="position: absolute; inset: 0; background: gray"></div>
    </div>
    <script>
      setTimeout(() => {
        document.getElementById('cover').remove()
        const late = document.createElement('p')
        late.id = 'late'
        late.textContent = 'better late'
        document.body.append(late)
      }, 300)
    </script>
    """

  /// A button that the page keeps replacing at first, as pages do that render themselves.
  private static let replaced = """
    <div id="place"><button id="restless">0</button></div><p id="count">0</p>
    <script>
      let count = 0
      let rounds = 0
      const timer = setInterval(() => {
        rounds += 1
        if (rounds === 200) clearInterval(timer)
        const button = document.createElement('button')
        button.id = 'restless'
        button.textContent = 'again'
        button.onclick = () => { count += 1; document.getElementById('count').textContent = count }
        document.getElementById('place').replaceChildren(button)
      }, 5)
    </script>
    """
}
