import FerryCheckout
import FerryCore
import Testing

@Suite("Every place and every event")
struct PhaseTableTests {
  static func events(_ attempt: Attempt) -> [(name: String, event: Event)] {
    let checkout = attempt.checkout
    // The expected command; otherwise an old one.
    let command = attempt.outstanding.first?.number ?? max(1, checkout.lastCommand)
    let total = checkout.quote?.total ?? Attempt.total
    let outcomes: [(String, Outcome)] = [
      ("selection", .observed(.open(Attempt.tokyo))), ("other-selection", .observed(.open(Attempt.sapporo))),
      ("page", .observed(.page)), ("open", .observed(.open)), ("completed", .observed(.completed)),
      ("pending", .observed(.pending)), ("attempt-declined", .observed(.attemptDeclined())),
      ("authorized", .observed(.authorized())), ("captured", .observed(.captured())),
      ("captured-less", .observed(.captured(.yen(9_000)))), ("declined", .observed(.declined())),
      ("voided", .observed(.voided)),
      ("ended-buyer", .observed(.ended(.cancelledByBuyer))), ("ended-expired", .observed(.ended(.expired))),
      ("not-yet", .rejected(.notYet)), ("already-done", .rejected(.alreadyDone)),
      ("refused", .rejected(.declined(.refused))), ("session-ended", .rejected(.sessionEnded(.expired))),
      ("foreign", .rejected(.foreignSession)), ("not-allowed", .rejected(.notAllowed)), ("parked", .parked),
      ("unanswered", .unanswered),
    ]
    let intents: [(String, Event)] = [
      ("leave", .leave(change: nil)), ("change", .leave(change: .payment)), ("keep", .keep),
      ("confirm", .confirm(revision: checkout.revision, total: total)),
      ("confirm-stale", .confirm(revision: checkout.revision + 1, total: total)),
      ("confirm-dear", .confirm(revision: checkout.revision, total: .yen(1))), ("cancel", .cancel(.buyer)),
      ("cancel-merchant", .cancel(.merchant)), ("returned-to-shop", .returnedToShop),
      ("restart", .restarted), ("capture", .capture("k", nil)),
      ("refund", .refund("r", .yen(1))), ("void", .void("v")), ("accept", .resolve(.accept)),
      ("reject", .resolve(.reject)), ("ask", .resolve(.ask)),
      ("hold", .resolve(.hold)),
      ("return", .returned(session: "s1")), ("return-foreign", .returned(session: "s2")),
      ("return-empty", .returned(session: nil)), ("recheck", .recheckRequested), ("timer", .timerFired),
    ]
    let accepting: [(String, Event)] =
      checkout.phase.name == .held ? [("accept-less", .resolve(.accept, amount: .yen(9_000)))] : []
    let deciding: [(String, Event)] =
      (checkout.payment?.current?.id).map {
        [("happened", .resolve(.happened, operation: $0)), ("did-not-happen", .resolve(.didNotHappen, operation: $0))]
      } ?? []
    return intents + accepting + deciding + outcomes.map { ($0, .performed(command, $1)) }
  }

  /// The effect of an event, as the table writes it.
  static func effect(of event: Event, on attempt: Attempt) -> String {
    var attempt = attempt
    let before = attempt.checkout
    do {
      let commands = try attempt.receive(event)
      if attempt.checkout == before { return "." }
      return ([describe(attempt.checkout.phase)] + commands.map { "+\($0.kind.name)" }).joined(separator: " ")
    } catch {
      return attempt.checkout == before ? "!\(describe(error))" : "refused, and yet changed"
    }
  }

  static func describe(_ phase: Phase) -> String {
    switch phase {
    case .confirmed: "confirmed"
    case .declined(let reason): "declined:\(reason.rawValue)"
    case .cancelled(let party): "cancelled:\(party.rawValue)"
    case .held(let reason): "held:\(reason.rawValue)"
    case .authorizing(let authorizing):
      "authorizing:\(authorizing.step)\(authorizing.ending == nil ? "" : "-to-end")"
    case .settling(let settling): "settling\(settling.ending == nil ? "" : "-to-end")"
    default: phase.name.rawValue
    }
  }

  private static func describe(_ refusal: Refusal) -> String {
    switch refusal {
    case .wrongPhase: "phase"
    case .reviewChanged: "review"
    case .invalidAmount: "amount"
    case .capturedInWhole, .refundedInWhole: "whole"
    case .amountExceeded(let left): "left \(left.decimal)"
    case .nothingLeft: "nothing-left"
    case .operationUnderWay: "under-way"
    case .nothingToAccept: "nothing"
    case .notOverdue: "not-overdue"
    case .operationUndecided: "operation-undecided"
    case .operationNotFound: "no-operation"
    case .operationNotUnknown: "operation-known"
    case .amountDiffers(let asked, let reported): "differs \(asked.decimal) \(reported.decimal)"
    case .requestMayArrive: "may-arrive"
    case .totalDiffers(let rise): "total \(rise.decimal)"
    case .operationNotConcerned, .amountNotConcerned: "not-concerned"
    case .captureExceeded, .operationReused, .orderPaid, .money, .lines, .nothingToPay, .paymentDisputed,
      .notDisputable, .notAnswerable:
      "\(refusal)"
    }
  }

  /// A place's rows as they should stand in the table.
  static func rows(_ place: Place) throws -> [String] {
    var attempt = try place.attempt()
    // The checkout's `wakeAt` is reached.
    if let wakeAt = attempt.checkout.wakeAt { attempt.now = max(attempt.now, wakeAt) }
    var effects: [String] = []
    var events: [String: [String]] = [:]
    for (name, event) in Self.events(attempt) {
      let effect = effect(of: event, on: attempt)
      if events[effect] == nil { effects.append(effect) }
      events[effect, default: []].append(name)
    }
    return effects.sorted().map { "\($0) < \(events[$0, default: []].joined(separator: " "))" }
  }

  @Test("Every event has the effect that the table lists, in every place", arguments: Place.allCases)
  func table(_ place: Place) throws {
    let rows = try Self.rows(place)
    let expected = try PhaseTable.rows(of: place.rawValue)
    #expect(rows == expected, "\(place.rawValue):\n\(rows.joined(separator: "\n"))")
  }
}
