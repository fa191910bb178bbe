public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// The doctor's question about an account: a harmless request for an object that does not exist. A provider that knows the account
/// answers that there is no such object.
public struct Examination: Sendable {
  /// The meaning of an answer.
  public enum Meaning: Sendable {
    /// The provider accepts these: "login and secret key".
    case accepted(String)
    /// The provider refuses the account. The reason begins with a verb, and has its full stop: "refuses the login a1."
    case refused(String, change: String)
    /// The provider accepts the account, and answers something that does not fit. The reason is written as one of `refused`.
    case unexpected(String, change: String)
    /// The provider cannot say at present: "HTTP 503".
    case unavailable(String)
    /// The answer is not the provider's.
    case foreign
    /// The object exists: "a session".
    case exists(String)
  }

  /// The provider's view of this machine's clock.
  public enum Clock: Sendable {
    /// It refuses requests of a clock that is off. With the remedy.
    case checked(String)
    /// Only our own deadlines need it. With the remedy.
    case unchecked(String)
  }

  private let subject: String
  private let place: String
  private let provider: String
  private let remedy: String

  /// - Parameter remedy: What to do if the address does not answer.
  public init(
    _ id: ProviderAccountID, at place: String, of provider: String,
    remedy: String =
      "Let this machine reach it over https: check the address, DNS, firewall and proxy. A sandbox must be running."
  ) {
    subject = id.subject
    self.place = place
    self.provider = provider
    self.remedy = remedy
  }

  /// Asks, and reads the answer.
  /// - Parameter clock: Nil says nothing about the clock.
  public func findings<Call>(
    _ call: @autoclosure () throws -> Call, _ connection: ProviderConnection, clock: Clock? = nil,
    seal: (Call, Moment) throws -> SealedRequest, meaning: (Call, ProviderAnswer) -> Meaning
  ) async -> [Finding] {
    let asked = connection.time.now
    let made: Call
    let sealed: SealedRequest
    do {
      made = try call()
      sealed = try seal(made, asked)
    } catch {
      return [.error(.provider, subject, "A request could not be made.", "\(error)")]
    }
    do throws(TransportFailure) {
      let answer = try await connection.transport.send(sealed.request, body: sealed.body, timeout: .seconds(15))
      return [finding(meaning(made, answer))] + (clock.map { [self.clock(answer, asked: asked, $0)] } ?? [])
    } catch {
      return [unreachable]
    }
  }

  public var unreachable: Finding { .error(.provider, subject, "\(place) does not answer.", remedy) }

  public func finding(_ meaning: Meaning) -> Finding {
    switch meaning {
    case .accepted(let what): .ok(.provider, subject, "\(place) accepts \(what).")
    case .refused(let reason, let change): .error(.provider, subject, "\(place) \(reason)", change)
    case .unexpected(let reason, let change): .warning(.provider, subject, "\(place) \(reason)", change)
    case .unavailable(let reason):
      .warning(.provider, subject, "\(place) cannot say at present: \(reason).", "Ask again in a few minutes.")
    case .foreign:
      .error(
        .provider, subject, "\(place) answers with something else than \(provider) does.",
        "Check the address, and proxies on the way to it.")
    case .exists(let object):
      .warning(
        .provider, subject, "\(place) knows \(object) that does not exist.",
        "Check that the address is \(provider)'s.")
    }
  }

  /// Compares the answer's date with the time between request and answer, to the second.
  public func clock(_ answer: ProviderAnswer, asked: Moment, _ clock: Clock) -> Finding {
    guard let date = answer.date else {
      return .note(.clock, subject, "The answer has no date to compare this machine's clock with.")
    }
    let difference = (date < asked ? date.since(asked) : max(.zero, date.since(answer.receivedAt))).components.seconds
    let seen = "This machine's clock is \(abs(difference)) s \(difference < 0 ? "ahead of" : "behind") \(provider)'s."
    switch (abs(difference), clock) {
    case (0...5, _): return .ok(.clock, subject, "This machine's clock agrees with \(provider)'s.")
    case (61..., .checked(let change)): return .error(.clock, subject, seen, change)
    case (_, .checked(let change)), (_, .unchecked(let change)): return .warning(.clock, subject, seen, change)
    }
  }
}

extension Examination.Meaning {
  /// The meaning of a failure that does not refuse the account.
  /// - Parameter what: What the provider accepts: "login and secret key".
  package init(_ failure: CallFailure<some FailureCodes>, accepting what: String) {
    let status = failure.httpStatus ?? 0
    self =
      switch failure.kind {
      case .rejected: .accepted(what)
      case .transient where (200..<300).contains(status), .misconfigured: .foreign
      case .transient, .unknownOutcome: .unavailable("HTTP \(status)")
      }
  }
}

extension ProviderAccountID {
  /// The account as findings name it: "test account", "norway, live account".
  public var subject: String { "\(account == .main ? "" : "\(account), ")\(mode.rawValue) account" }
}
