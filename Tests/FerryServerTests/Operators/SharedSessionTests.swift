import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FerryServer

@Suite("Operators' sessions at several servers")
struct SharedSessionTests {
  @Test("An operator signs in at one server with the form of another")
  func signIn() async throws {
    try await OperationsSite.run { first in
      try await first.withAnotherServer { second in
        let browser = OperatorBrowser(site: first)
        try await browser.get("/sign-in")
        await browser.turn(to: second)
        let fields = ["name": "anna", "key": OperationsSite.actKey]
        #expect(try await browser.post("/sign-in", fields).headers[.location] == "/")
        await browser.turn(to: first)
        #expect(try await browser.get("/checkouts").status == .ok)
      }
    }
  }

  @Test("An operator who has signed in at one server acts at another")
  func acting() async throws {
    try await OperationsSite.run { first in
      let id = try await first.paid()
      let browser = try await first.signIn()
      try await browser.get("/checkouts/\(id)/capture")
      let fields = try await browser.confirmation()
      try await first.withAnotherServer { second async throws in
        await browser.turn(to: second)
        #expect(try await browser.post("/checkouts/\(id)/capture", fields).status == .seeOther)
        #expect(try await first.actions(id) == ["capture 3000 JPY by anna"])
        // The server that has not seen the form takes a repetition for what it is.
        await browser.turn(to: first)
        #expect(try await browser.post("/checkouts/\(id)/capture", fields).status == .seeOther)
        #expect(try await first.actions(id) == ["capture 3000 JPY by anna"])
      }
    }
  }

  @Test("Sign-out at one server ends the session at all")
  func signOut() async throws {
    try await OperationsSite.run { first in
      let browser = try await first.signIn()
      let cookie = try Self.cookie(await browser.cookie)
      let thief = OperatorBrowser(site: first)
      await thief.take(cookie: cookie.name, value: cookie.value)
      #expect(try await thief.get("/checkouts").status == .ok)
      try await first.withAnotherServer { second in
        await browser.turn(to: second)
        try await browser.get("/checkouts")
        #expect(try await browser.post("/sign-out", [:]).headers[.location] == "/sign-in")
        #expect(try await thief.get("/checkouts").headers[.location] == "/sign-in?to=%2Fcheckouts")
      }
    }
  }

  @Test(
    "An operator who was removed, or whose key was replaced, has no session any more",
    arguments: [
      [], [OperatorKey(Operator("anna", .act), SecretKeyDigest(of: "another key of anna"))],
      [OperatorKey(Operator("bert", .act), SecretKeyDigest(of: OperationsSite.actKey))],
    ])
  func removed(operators: [OperatorKey]) async throws {
    try await OperationsSite.run { first in
      let browser = try await first.signIn()
      try await first.withAnotherServer(operators: operators) { second async throws in
        await browser.turn(to: second)
        #expect(try await browser.get("/checkouts").headers[.location] == "/sign-in?to=%2Fcheckouts")
      }
    }
  }

  @Test("A session has the role and the shops of the present settings")
  func changed() async throws {
    try await OperationsSite.run { first in
      let id = try await first.paid()
      let browser = try await first.signIn()
      let key = SecretKeyDigest(of: OperationsSite.actKey)
      let looking = OperatorKey(Operator("anna", .look), key)
      try await first.withAnotherServer(operators: [looking]) { second async throws in
        await browser.turn(to: second)
        #expect(try await browser.get("/checkouts/\(id)").status == .ok)
        #expect(try await browser.get("/checkouts/\(id)/capture").status == .forbidden)
      }
      let limited = OperatorKey(Operator("anna", .act, shops: ["other"]), key)
      try await first.withAnotherServer(operators: [limited]) { second async throws in
        await browser.turn(to: second)
        #expect(try await browser.get("/checkouts/\(id)").status == .notFound)
      }
    }
  }

  @Test("The use of a session is stored once a minute at most")
  func use() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let digest = TextDigest.sha256(try Self.cookie(await browser.cookie).value)
      let start = site.shop.time.now
      for (seconds, stored) in [(59, 0), (1, 60), (59, 60)] {
        await site.shop.time.advance(by: .seconds(seconds))
        #expect(try await browser.get("/checkouts").status == .ok)
        let session = try #require(try await site.shop.service.operatorSessions.operatorSession(digest))
        #expect(session.usedAt == start + .seconds(stored))
      }
    }
  }

  @Test("While the store takes no changes, operators still look, until their sessions expire")
  func unstoredUse() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      await site.shop.service.refuseUses()
      await site.shop.time.advance(by: .seconds(3599))
      #expect(try await browser.get("/checkouts").status == .ok)
      await site.shop.time.advance(by: .seconds(1))
      #expect(try await browser.get("/checkouts").headers[.location] == "/sign-in?to=%2Fcheckouts")
    }
  }

  @Test(
    "While the store does not answer, the page says when to come back, and nobody is signed out",
    arguments: [StoreError.stopped, .unavailable("No connection.")])
  func unavailable(_ failure: StoreError) async throws {
    try await OperationsSite.run { site in
      let stranger = OperatorBrowser(site: site)
      try await stranger.get("/sign-in")
      let browser = try await site.signIn()
      try await browser.get("/checkouts")
      await site.shop.service.fail(failure)
      let answers = [
        try await stranger.post("/sign-in", ["name": "anna", "key": OperationsSite.actKey]),
        try await browser.get("/live"), try await browser.get("/webhooks"), try await browser.post("/sign-out", [:]),
      ]
      for answer in answers {
        #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
        #expect(answer.headers[.setCookie] == nil)
      }
    }
  }

  /// The name and the value of a browser's only cookie.
  private static func cookie(_ text: String?) throws -> (name: String, value: String) {
    let parts = try #require(text).split(separator: "=", maxSplits: 1).map(String.init)
    try #require(parts.count == 2)
    return (parts[0], parts[1])
  }
}
