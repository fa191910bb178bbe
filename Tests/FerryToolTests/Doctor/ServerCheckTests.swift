import FerryCore
import FerryModule
import FerryWeb
import HTTPTypes
import Testing

@testable import FerryTool

@Suite("The doctor on the server's own addresses")
struct ServerCheckTests {
  private static let problem: HTTPFields = [.contentType: "application/problem+json"]

  private func answer(_ status: Int, _ headers: HTTPFields = [:], _ body: String = "") -> Fetched {
    .answer(Fetched.Answer(status: status, headers: headers, body: Array(body.utf8)))
  }

  @Test(
    "Only Ferry's own answer at /health identifies Ferry",
    arguments: [
      (200, #"{"status":"alive"}"#, true), (200, #"{ "status": "alive" }"#, true),
      (200, "<html>It works!</html>", false), (200, "", false), (503, #"{"status":"alive"}"#, false), (404, "", false),
    ])
  func health(status: Int, body: String, isFerry: Bool) throws {
    let base = try #require(Origin("https://pay.shop.example"))
    #expect(ServerCheck.health(answer(status, [:], body), at: base).severity == (isFerry ? .ok : .error))
    let local = try #require(Origin("http://localhost:3080"))
    #expect(ServerCheck.health(answer(status, [:], body), at: local).severity == (isFerry ? .note : .error))
    #expect(ServerCheck.health(.failure(.tooLate), at: base).severity == .error)
  }

  @Test("A provider's file is compared with the one in the settings, and the proxy must not forbid payments")
  func domainFile() throws {
    let header = try #require(HTTPField.Name("Permissions-Policy"))
    let file = DomainFile(path: "/.well-known/file", content: Array("7B22".utf8))
    func finding(_ fetched: Fetched) -> Finding {
      ServerCheck.domainFile(fetched, at: "https://pay.shop.example/.well-known/file", file)
    }
    #expect(finding(answer(200, [:], "7B22")).severity == .ok)
    for other in ["7B22\n", "7B2", "", "<html>"] { #expect(finding(answer(200, [:], other)).severity == .error) }
    for status in [301, 302, 308, 401, 403, 404, 500] {
      let found = finding(answer(status, [.location: "/elsewhere"], "7B22"))
      #expect(found.severity == .error && found.area == .server && found.seen.contains("\(status)"))
    }
    #expect(finding(.failure(.refused)).severity == .error)
    for text in ["payment=()", "camera=(), payment=(), usb=()", "Payment=( self )", "payment=self"] {
      #expect(finding(answer(200, [header: text], "7B22")).severity == .error, "\(text)")
    }
    for text in ["camera=()", "payment=*", #"payment=(self "https://ecom.payex.com")"#, ""] {
      #expect(finding(answer(200, [header: text], "7B22")).severity == .ok, "\(text)")
    }
  }

  @Test("The answer to an empty notification shows if Ferry accepts notifications there")
  func notifications() {
    let address = "https://pay.shop.example/ferry/notify/amazon-pay/live"
    func finding(_ fetched: Fetched) -> Finding { ServerCheck.notifications(fetched, at: address) }
    #expect(finding(answer(400, Self.problem)).severity == .ok)
    let none = finding(answer(404, Self.problem))
    #expect(none.severity == .error)
    #expect(none.seen.contains("accepts no notifications"))
    #expect(finding(answer(503, Self.problem)).severity == .warning)
    #expect(finding(answer(429)).severity == .warning)
    // A proxy, a sign-in page, another program.
    for other in [
      answer(400, [.contentType: "text/html"]), answer(404, [.contentType: "text/html"]), answer(200), answer(204),
      answer(301, [.location: "https://elsewhere.example"]), answer(401), answer(403), answer(405), answer(502),
    ] {
      #expect(finding(other).severity == .error, "\(other)")
      #expect(finding(other).seen.contains("in front of the server"), "\(other)")
    }
    for failure in [Fetched.Failure.refused, .noSuchName, .tooLate, .notTrusted, .broken] {
      #expect(finding(.failure(failure)).severity == .error)
    }
  }

  @Test("Any answer of a webhook's address without an event is sound, and the report names only its site")
  func webhooks() {
    let url = "https://shop.example/hook?secret=swordfish"
    for status in [200, 204, 400, 401, 404, 405, 500] {
      let finding = ServerCheck.webhook(answer(status), at: url)
      #expect(finding.severity == .ok)
      #expect(finding.subject == "https://shop.example")
    }
    #expect(ServerCheck.webhook(answer(302), at: url).severity == .error)
    #expect(ServerCheck.webhook(.failure(.noSuchName), at: url).severity == .error)
  }
}
