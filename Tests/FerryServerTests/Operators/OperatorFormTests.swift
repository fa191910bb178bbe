import FerryCheckout
import FerryCore
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

  @Test("All servers with the same operators make the same forms, in whatever order the settings name them")
  func common() throws {
    let keys = OperationsSite.operators
    #expect(try form(.keys(keys)) == form(.keys(keys.reversed())))
    #expect(try form(.keys(keys)) != form(.keys(Array(keys.dropLast()))))
    #expect(try form(.keys(keys)) != form(.keys([])))
  }

  @Test("Behind an identity proxy the proxy's key makes the forms")
  func proxied() throws {
    func access(_ key: String) throws -> OperatorAccess {
      let header = try #require(HTTPField.Name("X-Forwarded-Email"))
      return .identityProxy(IdentityProxy(header: header, key: SecretKeyDigest(of: key), operators: [:]))
    }
    let first = try form(try access(OperationsSite.proxyKey))
    #expect(try form(try access(OperationsSite.proxyKey)) == first)
    #expect(try form(try access("another key")) != first)
  }

  /// The token of a session's forms at a server that has just started.
  private func form(_ access: OperatorAccess) throws -> String {
    let configuration = OperationsPageConfiguration(
      base: try #require(Origin(OperationsSite.base)), listenPort: 8081, access: access)
    return OperatorGate(configuration, MemoryCheckouts()).input(session: "session").text
  }
}
