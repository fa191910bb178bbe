import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@Suite("The contract of providers: answers, records, stages", .timeLimit(.minutes(10)))
struct ProviderAnswerTests {
  @Test(
    "Every command moves from every stage to an end, or says what to mend", arguments: ProviderBench.allCases)
  func stages(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let total = world.minor(100)
    let stages = Set(world.provider.exchanges.flatMap { [$0.task.stage, $0.reaction.stage ?? ""] } + ["no-such-stage"])
    let kinds: [Command.Kind] = [
      .read, .authorize(total), .settle(total), .cancel, .capture("x", total), .void("y"), .refund("z", total),
    ]
    let files = try await world.store.checkouts(CheckoutFilter(), limit: 100)
    try await world.run {
      for (stage, kind) in stages.sorted().flatMap({ stage in kinds.map { (stage, $0) } }) {
        for (index, file) in files.enumerated() {
          let about = "\(kind) at '\(stage)' of \(file.order.reference)"
          do {
            let requests = try await world.drive(file, Command(number: 900 + index, kind: kind), stage)
            #expect(requests <= 8, "\(about) comes to no end.")
            #expect(stage != "no-such-stage", "\(about) is not refused.")
          } catch let failure as ProviderFailure {
            guard case .misconfigured(let reason, let fix) = failure else {
              Issue.record("\(about): \(failure)")
              continue
            }
            #expect(!reason.isEmpty && !fix.isEmpty, "\(about)")
          }
        }
      }
    }
  }

  @Test(
    "A record of a later version or a broken one is misconfigured, and never a trap", arguments: ProviderBench.allCases)
  func records(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    var random = SplitMix64(seed: 5)
    let fuzzing = Fuzzing(pieces: [#""version":1"#])
    func isMisconfigured(_ exchange: Exchange, _ record: [UInt8]) throws -> Bool {
      var task = exchange.task
      task.record = record
      let input = NextActionInput(
        checkout: task.checkout, returnURLs: task.returnURLs, record: record, now: world.time.now)
      _ = try? world.provider.nextAction(.pay, for: input)
      guard case .failed(.misconfigured) = world.provider.base.receive(exchange.answer, to: exchange.request, of: task)
      else { return false }
      do throws(ProviderFailure) {
        _ = try world.provider.plan(task)
        return false
      } catch { if case .misconfigured = error { return true } else { return false } }
    }
    for exchange in world.provider.distinct {
      guard let record = exchange.task.record else { continue }
      var object = try #require(try JSONSerialization.jsonObject(with: Data(record)) as? [String: Any])
      object["version"] = try #require(object["version"] as? Int, "The record has no version.") + 1
      let later = Array(try JSONSerialization.data(withJSONObject: object))
      let broken =
        [later, [], Array("{}".utf8), Array("null".utf8), [0xFF, 0]]
        + (1..<record.count).map { Array(record.prefix($0)) }
      for bytes in broken {
        #expect(try isMisconfigured(exchange, bytes), "\(String(decoding: bytes, as: UTF8.self)) is taken.")
      }
      for _ in 0..<50 { _ = try isMisconfigured(exchange, fuzzing.mutated(record, &random)) }
    }
  }

  @Test(
    "An unknown state is never final and is reported; afterwards the buyer's payment is found",
    arguments: ProviderBench.allCases)
  func unknownStates(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let (waiting, log, paid) = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      let page = try await world.toPayment(created)
      world.sandbox.plan(.unknownState, .next(1_000_000))
      try world.act(.approve, on: page)
      _ = try await world.engine.submit(.returned(session: nil), to: id)
      try await world.time.sleep(for: .seconds(1_200))
      let waiting = try await world.file(id)
      let log = try await world.log(id)
      world.sandbox.clearFaults()
      return (waiting, log, try await world.finish(id))
    }
    #expect([.paying, .settling].contains(waiting.checkout.phase.name), "\(waiting.checkout.phase)")
    #expect(waiting.checkout.payment?.captured.isPositive != true)
    let isReported = log.contains { entry in
      switch entry {
      case .remark, .misconfigured: true
      default: false
      }
    }
    #expect(isReported, "Nothing is reported.")
    #expect(paid.checkout.phase == .paid)
  }

  @Test("The provider's observations in any order and repetition give one state", arguments: ProviderBench.allCases)
  func permutations(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    var random = SplitMix64(seed: 10)
    let lives = Dictionary(grouping: world.provider.exchanges, by: \.task.checkout.id)
    for exchanges in lives.values {
      guard let start = exchanges.first(where: { $0.task.checkout.phase.name == .settling })?.task else { continue }
      let said = exchanges.filter { $0.task.command.number >= start.command.number }.compactMap(\.reaction.observation)
      var ends: Set<[String]> = []
      for _ in 0..<20 {
        var (checkout, order) = (start.checkout, start.order)
        for observation in (said + said).shuffled(using: &random) {
          _ = try checkout.receive(
            .performed(start.command.number, .observed(observation)), at: world.time.now, for: &order)
        }
        let payment = checkout.payment
        let isUndecided = [.paying, .settling, .closing].contains(checkout.phase.name)
        let amounts = [payment?.authorized, payment?.captured, payment?.refunded, payment?.voided]
        ends.insert(amounts.map { $0?.decimal ?? "" } + [isUndecided ? "undecided" : "\(checkout.phase)"])
      }
      #expect(ends.count == 1, "\(said.count) observations: \(ends)")
    }
    #expect(lives.count > 4)
  }

  @Test(
    "Another amount, currency or exponent than was asked for is held for a person, and no money is sent back",
    arguments: ProviderBench.allCases, ["amount", "currency", "exponent"])
  func otherMoney(_ bench: ProviderBench, _ part: String) async throws {
    guard part != "currency" || bench.namesCurrency else { return }
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      let page = try await world.toPayment(created)
      let total = try #require(try await world.file(id).checkout.agreed).total
      let old = part == "currency" ? bench.written(total.currency.code) : bench.written(total.decimal)
      let new =
        switch part {
        case "currency": bench.written("USD")
        case "exponent": bench.written(Money(minorUnits: total.minorUnits * 100, total.currency).decimal)
        default: bench.written(Money(minorUnits: total.minorUnits + 1, total.currency).decimal)
        }
      world.editor.edit { $0.replacing(old, with: new) }
      try world.act(.approve, on: page)
      _ = try await world.engine.submit(.returned(session: nil), to: id)
      return try await world.reach(id) { $0.name == .held || $0.isFinal }
    }
    #expect(file.checkout.phase == .held(.amountMismatch))
    #expect(world.moved(file)[1] == 0)
  }

  @Test(
    "An answer about another checkout's payment is never taken for this one's", arguments: ProviderBench.allCases)
  func otherAnswers(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    for mine in world.provider.distinct where !bench.anonymousAnswers.contains(mine.operation) {
      for other in world.provider.exchanges
      where other.operation == mine.operation && other.task.checkout.id != mine.task.checkout.id {
        guard other.reaction.findings?.references.isEmpty == false else { continue }
        let reaction = world.react(mine, other.answer.status.code, other.answer.body)
        let about: Comment = "\(mine.request.call) answered as \(other.request.call)"
        #expect(reaction.observation == nil, about)
        #expect(reaction.findings?.references.isEmpty != false && reaction.findings?.details == nil, about)
        if mine.isDelicate, case .done(.rejected, _) = reaction { Issue.record(about) }
      }
    }
  }
}

extension ProviderWorld {
  /// Sends a command's requests from a stage on, as the engine does.
  /// - Returns: The number of requests.
  func drive(_ file: CheckoutFile, _ command: Command, _ stage: String) async throws -> Int {
    let urls = Self.returnURLs(file.checkout.id, file.roundTrips)
    var task = ProviderTask(
      checkout: file.checkout, order: file.order, command: command, stage: stage,
      reference: provider.references.isCounted
        ? provider.references.text(Int64(command.number)) ?? ""
        : provider.references.digest(file.checkout.id, command.number, attempt: 1),
      returnURLs: urls, sentReturnURLs: file.sentReturnURLs.isEmpty ? [urls] : file.sentReturnURLs, record: file.record)
    for count in 1...9 {
      guard case .send(let request) = try provider.plan(task) else { return count }
      let sealed = try provider.seal(
        request,
        Sending(
          now: time.now, buyer: Self.buyer, record: task.record, random: SequentialRandomness(seed: 4).bytes(32)))
      let answer = try await editor.send(sealed.request, body: sealed.body, timeout: request.timeout)
      let reaction = provider.base.receive(answer, to: request, of: task)
      if case .failed(.transient(_, let wait?)) = reaction {
        try await time.sleep(for: wait)
        continue
      }
      guard let next = reaction.stage else {
        if case .failed(let failure) = reaction { throw failure }
        return count
      }
      task.stage = next
      task.record = reaction.findings?.record ?? task.record
    }
    return 9
  }
}
