import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTesting
import HTTPTypes

/// A server's connections to the providers.
struct ProviderLine: ProviderTransport {
  let world: World
  let process: Process
  let clock: WrongClock
  let chance: Chance

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    guard !process.isDead else { throw .notSent("The process has ended.") }
    guard let sandbox = world.sandbox(at: request.authority) else { throw .notSent("Nobody answers there.") }
    if world.happens(.callNotSent) { throw .notSent("There is no connection.") }
    let began = world.time.now
    // A request on its way arrives although the process is paused.
    do { try await world.time.sleep(for: chance.duration(.milliseconds(5)...(.milliseconds(400)))) } catch {
      throw .unknown("The request was broken off.")
    }
    if world.kills(process, "before a call arrives") { throw .unknown("The process has ended.") }
    if world.happens(.callLost) { try await waitForTimeout(timeout, since: began) }
    if world.happens(.callLate) {
      // Without keys for repetitions, every proof that a call never arrives is a time: five minutes, by two clocks that may differ
      // by one and a half.
      world.later(chance.duration(timeout...(timeout + .seconds(200)))) {
        _ = try? await sandbox.exchange(request, body: body, endsWithService: false)
      }
      try await waitForTimeout(timeout, since: began)
    }
    if world.happens(.providerDown) { return answer(.serviceUnavailable, [:], [], to: request) }
    if world.happens(.rateLimit) { return answer(.tooManyRequests, [.retryAfter: "2"], [], to: request) }
    if world.happensRarely(.amountMisstated) { sandbox.plan(SandboxFault(.otherAmount, onOperation: nil)) }
    let exchange: SandboxExchange
    do { exchange = try await sandbox.exchange(request, body: body, endsWithService: false) } catch {
      throw .unknown("The exchange was broken off.")
    }
    world.tell()
    if world.kills(process, "before a call's answer") { throw .unknown("The process has ended.") }
    if world.happens(.answerLost) { try await waitForTimeout(timeout, since: began) }
    if world.happens(.providerFails) { return answer(.internalServerError, [:], [], to: request) }
    let slowest = world.happens(.answerSlow) ? max(timeout - .seconds(1), .milliseconds(400)) : .milliseconds(400)
    try await pass(chance.duration(.milliseconds(5)...slowest))
    guard exchange.delivery == .whole else { throw .unknown("The answer was cut off.") }
    let isGarbled = world.happens(.answerGarbled)
    return answer(
      exchange.response.status, exchange.response.headerFields, isGarbled ? Array("<html>".utf8) : exchange.body,
      to: request)
  }

  private func answer(
    _ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8], to request: HTTPRequest
  ) -> ProviderAnswer {
    ProviderAnswer(status: status, headers: headers, body: body, receivedAt: clock.now, sent: request)
  }

  private func pass(_ duration: Duration) async throws(TransportFailure) {
    do { try await world.time.sleep(for: duration) } catch { throw .unknown("The request was broken off.") }
    guard await process.goesOn() else { throw .unknown("The process has ended.") }
  }

  private func waitForTimeout(_ timeout: Duration, since began: Moment) async throws(TransportFailure) {
    try await pass((began + timeout).since(world.time.now))
    throw .unknown("No answer came in time.")
  }
}
