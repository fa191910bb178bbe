import FerryCheckout
import FerryCore
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Sign-in to the operations page")
struct SignInTests {
  @Test(
    "Without a session every page leads to the sign-in, which leads back to it without its query",
    arguments: [
      ("/", nil), ("/checkouts", "%2Fcheckouts"), ("/checkouts/co_1?q=eve", "%2Fcheckouts%2Fco_1"),
      ("/webhooks", "%2Fwebhooks"), ("/checkouts.csv", "%2Fcheckouts.csv"),
    ])
  func strangers(path: String, place: String?) async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      let answer = try await browser.get(path)
      let signIn = "/sign-in" + (place.map { "?to=\($0)" } ?? "")
      #expect(answer.status == .seeOther && answer.headers[.location] == signIn)
      try await browser.get(signIn)
      let to = try #require(OperatorBrowser.field("to", in: await browser.last))
      let fields = ["name": "anna", "to": to]
      #expect(
        try await browser.post("/sign-in", fields.merging(["key": "wrong"]) { $1 }).text.contains("value=\"\(to)\""))
      let entered = try await browser.post("/sign-in", fields.merging(["key": OperationsSite.actKey]) { $1 })
      #expect(entered.headers[.location] == String(path.prefix { $0 != "?" }))
    }
  }

  @Test("Sign-in leads to no other site", arguments: ["//evil.example", "https://evil.example/", "/\\evil.example"])
  func elsewhere(place: String) async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      try await browser.get("/sign-in")
      let answer = try await browser.post("/sign-in", ["name": "anna", "key": OperationsSite.actKey, "to": place])
      #expect(answer.status == .seeOther && answer.headers[.location] == "/")
    }
  }

  @Test("An operator signs in with their own name and key, under a fresh cookie for this host alone")
  func signIn() async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      let form = try await browser.get("/sign-in")
      let before = try #require(await browser.cookie)
      let answer = try await browser.post("/sign-in", ["name": "anna", "key": OperationsSite.actKey])
      #expect(answer.status == .seeOther && answer.headers[.location] == "/")
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-ferry-operator=") && cookie.contains("SameSite=Lax"))
      #expect(cookie.contains("HttpOnly") && cookie.contains("Secure") && cookie.contains("Max-Age=43200"))
      #expect(await browser.cookie != before, "A planted cookie would be the session.")
      #expect(!form.text.contains(OperationsSite.actKey))
      let page = try await browser.get("/checkouts")
      #expect(page.status == .ok && page.text.contains("anna"))
      #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    }
  }

  @Test(
    "A wrong name and a wrong key have the same answer",
    arguments: [("nobody", OperationsSite.actKey), ("anna", OperationsSite.lookKey), ("anna", "no-key-of-anybody")])
  func wrong(name: String, key: String) async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      try await browser.get("/sign-in")
      let answer = try await browser.post("/sign-in", ["name": name, "key": key])
      #expect(answer.status == .forbidden && answer.text.contains("Incorrect name or key."))
      #expect(!answer.text.contains(key + "\""))
      #expect(try await browser.get("/checkouts").status == .seeOther)
    }
  }

  @Test("The sign-in form counts only from its own page and its own browser")
  func forgery() async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      try await browser.get("/sign-in")
      let fields = ["name": "anna", "key": OperationsSite.actKey]
      #expect(try await browser.post("/sign-in", fields, token: "AAAA").status == .forbidden)
      #expect(try await browser.post("/sign-in", fields, origin: "https://evil.example").status == .forbidden)
      #expect(try await browser.post("/sign-in", fields, origin: nil, siteRelation: "cross-site").status == .forbidden)
      let other = OperatorBrowser(site: site)
      try await other.get("/sign-in")
      let foreign = OperatorBrowser.field("csrf", in: await other.last)
      #expect(try await browser.post("/sign-in", fields, token: foreign).status == .forbidden)
    }
  }

  @Test("Wrong keys cannot be tried for long, and keep nobody out who has the right one")
  func bruteForce() async throws {
    try await OperationsSite.run { site in
      let browser = OperatorBrowser(site: site)
      try await browser.get("/sign-in")
      var answers: [HTTPResponse.Status] = []
      for number in 0..<6 {
        answers.append(try await browser.post("/sign-in", ["name": "anna", "key": "guess-\(number)"]).status)
      }
      #expect(answers == Array(repeating: .forbidden, count: 5) + [.tooManyRequests])
      let wrong = ["name": "anna", "key": "guess"]
      let refused = try await browser.post("/sign-in", wrong)
      #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
      _ = try await site.signIn()
      #expect(try await browser.post("/sign-in", wrong).status == .tooManyRequests)
      await site.shop.time.advance(by: .seconds(60))
      #expect(try await browser.post("/sign-in", wrong).status == .forbidden)
    }
  }

  @Test("Sign-out ends the session, also for a copy of its cookie")
  func signOut() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let cookie = try #require(await browser.cookie)
      try await browser.get("/checkouts")
      #expect(try await browser.post("/sign-out", [:], token: "AAAA").status == .forbidden)
      #expect(try await browser.get("/checkouts").status == .ok)
      #expect(try await browser.post("/sign-out", [:]).status == .seeOther)
      let thief = OperatorBrowser(site: site)
      let pair = cookie.split(separator: "=", maxSplits: 1).map(String.init)
      await thief.take(cookie: pair[0], value: pair[1])
      #expect(try await thief.get("/checkouts").status == .seeOther)
    }
  }

  @Test("A session ends after an hour without a request, and after twelve hours at the latest")
  func expiry() async throws {
    try await OperationsSite.run { site in
      let idle = try await site.signIn()
      await site.shop.time.advance(by: .seconds(3599))
      #expect(try await idle.get("/checkouts").status == .ok)
      await site.shop.time.advance(by: .seconds(3600))
      #expect(try await idle.get("/checkouts").status == .seeOther)

      let busy = try await site.signIn()
      for _ in 0..<23 {
        await site.shop.time.advance(by: .seconds(1800))
        #expect(try await busy.get("/checkouts").status == .ok)
      }
      await site.shop.time.advance(by: .seconds(1800))
      #expect(try await busy.get("/checkouts").status == .seeOther)
    }
  }

  @Test("What the page asks for by itself keeps no session alive")
  func liveRequests() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let live = try #require(HTTPField.Name("Ferry-Live"))
      await site.shop.time.advance(by: .seconds(1800))
      #expect(try await browser.get("/checkouts", extra: [live: "1"]).status == .ok)
      await site.shop.time.advance(by: .seconds(1801))
      #expect(try await browser.get("/checkouts").status == .seeOther)
    }
  }

  @Test("Behind an identity proxy its header names the operator, and there is no sign-in page")
  func proxy() async throws {
    try await OperationsSite.run(proxy: true) { site in
      let email = try #require(HTTPField.Name("X-Forwarded-Email"))
      let key = try #require(HTTPField.Name("Ferry-Proxy-Key"))
      let anna = OperatorBrowser(site: site, headers: [email: "anna@shop.example", key: OperationsSite.proxyKey])
      let page = try await anna.get("/checkouts")
      #expect(page.status == .ok && page.text.contains("anna · can act") && !page.text.contains("Sign out"))
      #expect(try await anna.get("/sign-in").status == .notFound)
      for headers: HTTPFields in [
        [email: "anna@shop.example"], [email: "anna@shop.example", key: "wrong"],
        [email: "eve@shop.example", key: OperationsSite.proxyKey], [key: OperationsSite.proxyKey],
      ] {
        #expect(try await OperatorBrowser(site: site, headers: headers).get("/checkouts").status == .forbidden)
      }
    }
  }

  @Test("Where operators sign in with keys, the header of an identity proxy names nobody")
  func proxyIsOff() async throws {
    try await OperationsSite.run { site in
      let email = try #require(HTTPField.Name("X-Forwarded-Email"))
      let key = try #require(HTTPField.Name("Ferry-Proxy-Key"))
      let eve = OperatorBrowser(site: site, headers: [email: "anna@shop.example", key: OperationsSite.proxyKey])
      #expect(try await eve.get("/checkouts").headers[.location] == "/sign-in?to=%2Fcheckouts")
    }
  }

  @Test("A proxied operator's forms are theirs alone")
  func proxiedForms() async throws {
    try await OperationsSite.run(proxy: true) { site in
      let id = try await site.paid()
      let email = try #require(HTTPField.Name("X-Forwarded-Email"))
      let key = try #require(HTTPField.Name("Ferry-Proxy-Key"))
      let anna = OperatorBrowser(site: site, headers: [email: "anna@shop.example", key: OperationsSite.proxyKey])
      let bert = OperatorBrowser(site: site, headers: [email: "bert@shop.example", key: OperationsSite.proxyKey])
      try await bert.get("/checkouts")
      let foreign = OperatorBrowser.field("csrf", in: await bert.last)
      try await anna.get("/checkouts/\(id)/capture")
      let fields = try await anna.confirmation()
      #expect(try await anna.post("/checkouts/\(id)/capture", fields, token: foreign).status == .forbidden)
      #expect(try await anna.post("/checkouts/\(id)/capture", fields).status == .seeOther)
      #expect(try await site.actions(id) == ["capture 3000 JPY by anna"])
    }
  }
}
