import FerryCheckout
import FerryCore
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import FerryServer

@Suite("Forms of the operations page")
struct OperatorFormTests {
  private struct Failure: Error {}

  @Test("A repetition waits for the first one, and has its result")
  func repetition() async throws {
    let forms = SentForms()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    async let first = forms.once("key") {
      start.finish()
      for await _ in released {}
      return false
    }
    for await _ in started {}
    async let second = forms.once("key") { true }
    release.finish()
    #expect(try await [first, second] == [false, false])
    #expect(try await forms.once("key") { true } == false)
    #expect(try await forms.once("other") { true })
  }

  @Test("A repetition has the error of the first one, after which the form may be sent again")
  func failure() async throws {
    let forms = SentForms()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await forms.once("key") {
        start.finish()
        for await _ in released {}
        throw Failure()
      }
    }
    for await _ in started {}
    let second = Task { try await forms.once("key") { throw Failure() } }
    release.finish()
    await #expect(throws: Failure.self) { try await first.value }
    await #expect(throws: Failure.self) { try await second.value }
    #expect(try await forms.once("key") { true })
  }

  @Test("Behind an identity proxy a restart ends no form; without one it ends all", arguments: [true, false])
  func restart(isProxied: Bool) throws {
    let proxy = IdentityProxy(
      header: try #require(HTTPField.Name("X-Forwarded-Email")), key: SecretKeyDigest(of: OperationsSite.proxyKey),
      operators: [:])
    let configuration = OperationsPageConfiguration(
      base: try #require(Origin(OperationsSite.base)), listenPort: 8081,
      access: isProxied ? .identityProxy(proxy) : .keys([]))
    let forms = (0..<2).map { _ in
      OperatorGate(configuration, SystemTime(), SystemRandomness()).input(session: "proxy anna").text
    }
    #expect((forms[0] == forms[1]) == isProxied)
  }
}
