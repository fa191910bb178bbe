import FerryCheckout
package import FerryCore
package import FerryHTTP
import Foundation
import HTTPTypes

/// One answer with everything that it is read by. A provider names its own kind, and extends it by a `reaction`.
package struct AnswerReading<Account: Provider, Record: VersionedRecord, Stage: ProviderStage, Call> {
  package let provider: Account
  package let task: ProviderTask
  package let stage: Stage
  package let record: Record
  /// The request that was sent, and its call. The record may have changed since.
  package let request: ProviderRequest
  package let call: Call
  package let answer: ProviderAnswer

  /// - Throws: `ProviderFailure.misconfigured` if another version stored the stage or the record.
  package init(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ call: Call, of task: ProviderTask, _ provider: Account
  ) throws(ProviderFailure) {
    self.provider = provider
    self.task = task
    stage = try Stage(of: task)
    record = try Record(task.record)
    self.request = request
    self.call = call
    self.answer = answer
  }

  /// The reaction to an answer: what `read` makes of it, or a failure if another version stored what it is read by.
  package static func reaction(
    to answer: ProviderAnswer, of request: ProviderRequest, _ task: ProviderTask, _ provider: Account,
    call: (ProviderRequest) throws(ProviderFailure) -> Call, read: (Self) -> ProviderReaction
  ) -> ProviderReaction {
    do throws(ProviderFailure) {
      return read(try Self(answer, to: request, call(request), of: task, provider))
    } catch {
      return .failed(error)
    }
  }

  /// The command needs the request of another stage.
  package func next(
    _ stage: Stage, _ record: Record? = nil, references: [ProviderReference] = [], remarks: [String] = [],
    _ misconfiguration: Misconfiguration? = nil
  ) -> ProviderReaction {
    .next(
      stage: stage.rawValue,
      ProviderFindings(
        record: try record?.bytes, references: references, remarks: remarks, misconfiguration: misconfiguration))
  }

  /// The answer does not show a request. One such answer proves nothing, because the request may be on its way at the provider or
  /// at a card's network; another one after `Operation.lateArrival` does.
  /// - Parameters:
  ///   - what: A sentence for people without its end: "PlacetoPay does not show the refund".
  ///   - start: The time of the first such answer; nil if this is the first.
  ///   - first: Stores the time of this answer, and asks again.
  package func absence(
    _ what: String, since start: Moment?, first: () -> ProviderReaction, proved: () -> ProviderReaction
  ) -> ProviderReaction {
    guard let start else { return first() }
    let rest = Operation.lateArrival - answer.receivedAt.since(start)
    guard rest > .zero else { return proved() }
    return .transient(
      "\(what) yet. It is asked again before a repetition.", retryAfter: min(rest, Operation.lateArrival))
  }
}

/// The stages of a provider's commands that need more than one request, by the names that are stored. The first one is "".
package protocol ProviderStage: RawRepresentable<String>, Sendable {}

extension ProviderStage {
  /// - Throws: `ProviderFailure.misconfigured` for a stage of another version.
  package init(of task: ProviderTask) throws(ProviderFailure) {
    guard let stage = Self(rawValue: task.stage) else {
      throw .otherVersion("A stored command stands at an unknown stage.")
    }
    self = stage
  }
}

/// A provider's own memory of a checkout, stored as JSON with the version of its form.
package protocol VersionedRecord: Codable {
  /// 1 in a new record.
  var version: Int { get }

  init()
}

extension VersionedRecord {
  /// - Parameter bytes: Nil for a new record.
  /// - Throws: `ProviderFailure.misconfigured` for one of another version.
  package init(_ bytes: [UInt8]?) throws(ProviderFailure) {
    self.init()
    guard let bytes else { return }
    guard let record = try? Self(json: bytes), record.version == version else {
      throw .otherVersion("The stored record of the checkout cannot be read.")
    }
    self = record
  }

  /// - Throws: `ProviderFailure.unreadable` if the record cannot be encoded.
  package var bytes: [UInt8] {
    get throws(ProviderFailure) {
      do { return Array(try JSONEncoder.sorted.encode(self)) } catch {
        throw .unreadable(reason: "What the checkout has to remember of the provider's answer cannot be stored.")
      }
    }
  }
}

extension ProviderRequest {
  /// The operation and what it is about, as `call` has them; "" for a missing one.
  package var operationAndObject: (operation: String, object: String) {
    let words = call.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (words[0], words.count > 1 ? words[1] : "")
  }

  /// The path after the account's address.
  /// - Parameter object: Made at that address: "session".
  /// - Throws: `ProviderFailure.misconfigured` for a request to another address.
  package func path(at address: String, of object: String) throws(ProviderFailure) -> String {
    guard url.hasPrefix(address + "/") else {
      throw .misconfigured(
        reason: "A stored request is for another address than the account's.",
        fix: "Set the address that the \(object) was made at.")
    }
    return String(url.dropFirst(address.count))
  }

  /// A request's content, a JSON object, with other members.
  /// - Throws: `ProviderFailure.misconfigured` for a content of another version.
  package func content(
    changing change: (inout [String: UntypedJSON]) throws -> Void
  ) throws(ProviderFailure) -> [UInt8] {
    do {
      var members = try [String: UntypedJSON](json: content)
      try change(&members)
      return stableJSON(members)
    } catch {
      throw .unreadableRequest
    }
  }
}

extension UntypedJSON {
  package init(encoding value: some Encodable) throws { self = try UntypedJSON(json: stableJSON(value)) }
}

extension ProviderReaction {
  package static func transient(_ reason: String, retryAfter: Duration? = nil) -> Self {
    .failed(.transient(reason: reason, retryAfter: retryAfter))
  }

  package static func unreadable(_ reason: String) -> Self { .failed(.unreadable(reason: reason)) }

  package static func misconfigured(_ reason: String, fix: String) -> Self {
    .failed(.misconfigured(reason: reason, fix: fix))
  }

  /// For the calls of a client that no command makes.
  package static func notAsked(_ operation: some RawRepresentable<String>) -> Self {
    .failed(.unknownOutcome(reason: "No command makes the call \(operation.rawValue)."))
  }
}

extension Misconfiguration {
  /// The provider named payment pages that no buyer may be sent to.
  package static func foreignPage(of provider: String, _ addresses: [String], fix: String) -> Self {
    let sites = Set(addresses.compactMap { ProviderMessage($0)?.text }).sorted().joined(separator: ", ")
    return Misconfiguration(
      reason: "\(provider) named a payment page outside its own sites\(sites.isEmpty ? "." : ": \(sites).")", fix: fix)
  }
}

extension ProviderFailure {
  /// A request cannot be planned.
  /// - Parameter error: The field that the provider would refuse; or a failure, which stays as it is.
  package init(planningFor provider: String, _ error: any Error) {
    self =
      error as? ProviderFailure
      ?? .misconfigured(reason: "\(provider) would refuse the request.", fix: "\(error)")
  }

  /// An answer that is no refusal and cannot be read.
  package init(_ reason: String, _ answer: ProviderAnswer, isTransient: Bool) {
    self =
      if answer.status.kind == .successful {
        .unreadable(reason: reason)
      } else if isTransient {
        .transient(reason: reason, retryAfter: answer.retryAfter)
      } else {
        .unknownOutcome(reason: reason)
      }
  }

  /// Something stored cannot be read by this version.
  package static func otherVersion(_ reason: String) -> Self {
    .misconfigured(reason: reason, fix: "Compare the version that stored it with this one.")
  }

  package static let unnamedCall = otherVersion("A stored request does not say what it asked for.")
  package static let unreadableRequest = otherVersion("A stored request cannot be read.")
}
