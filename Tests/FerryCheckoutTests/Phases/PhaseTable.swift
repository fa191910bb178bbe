import Testing

/// The effect of every event in every place: the whole behaviour of a checkout at a glance, for review and against
/// accidental changes.
///
/// A place is a checkout that was driven there (`Place`); "(pay)" means the journey `pay`. Below its name, each row is an
/// effect, "<", and the events that have it (`PhaseTableTests.events`):
///
///     [paying]
///     . < leave confirm            Nothing changes.
///     !phase < keep capture        The event is refused, as `Refusal.wrongPhase`.
///     settling +settle < timer     The phase is `settling` afterwards, and the command `settle` was given.
///
/// A word after ":" is the phase's reason or step; "-to-end" means that the checkout ends as soon as the provider has answered.
/// An answer of the provider (from "selection" on) comes to the command that is waited for, else as a late answer to an old
/// one. A row that is too long goes on in the next line, indented.
///
/// If a change of behaviour is meant, `PhaseTableTests` prints the new rows of each place: check every one, and paste them.
enum PhaseTable {
  static func rows(of place: String) throws -> [String] {
    let lines = text.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0 == "[\(place)]" }, "The table has no place named \(place).")
    return lines[(start + 1)...].prefix { !$0.hasPrefix("[") }.reduce(into: []) { rows, line in
      if line.hasPrefix("  "), let last = rows.indices.last {
        rows[last] += " " + line.dropFirst(2)
      } else {
        rows.append(String(line))
      }
    }
  }

  private static let text = """
    [open]
    !phase < change keep confirm confirm-stale confirm-dear capture refund void accept reject ask hold
    . < returned-to-shop recheck selection other-selection page open completed pending attempt-declined authorized
      captured captured-less declined voided ended-buyer ended-expired not-yet already-done refused session-ended
      foreign not-allowed parked unanswered
    cancelled:buyer < cancel
    cancelled:merchant < cancel-merchant
    expired < timer
    selecting < leave restart return-empty
    selecting +read < return return-foreign
    [selecting]
    !phase < change keep confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < leave restart hold return-empty recheck selection other-selection page open completed pending
      attempt-declined authorized captured captured-less declined voided ended-buyer ended-expired not-yet
      already-done refused session-ended foreign not-allowed parked unanswered
    cancelled:buyer < cancel returned-to-shop
    cancelled:merchant < cancel-merchant
    expired < timer
    selecting +read < return return-foreign
    [asking]
    !phase < change keep confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < leave return return-empty recheck
    cancelled:buyer < cancel returned-to-shop ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < timer ended-expired session-ended
    held:contradiction < authorized captured captured-less
    reviewing < selection other-selection
    selecting < restart hold page open completed pending attempt-declined not-yet already-done foreign not-allowed
      parked unanswered
    selecting +read < return-foreign
    [changing]
    !phase < leave confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < hold return-foreign selection other-selection page open not-yet already-done foreign not-allowed parked
      unanswered
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < timer ended-expired session-ended
    held:contradiction < authorized captured captured-less
    reviewing < keep returned-to-shop
    selecting < change restart completed pending attempt-declined
    selecting +read < return return-empty recheck
    [reviewing]
    !phase < leave capture refund void accept reject ask hold
    !review < confirm-stale confirm-dear
    . < keep returned-to-shop return return-foreign return-empty recheck selection other-selection page open not-yet
      already-done foreign not-allowed parked unanswered
    authorizing:checking +read < confirm
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < timer ended-expired session-ended
    held:contradiction < authorized captured captured-less
    reviewing < completed pending attempt-declined
    selecting < change restart
    [checking]
    !phase < leave change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < confirm returned-to-shop return return-foreign return-empty recheck
    authorizing:requesting +authorize < selection
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < timer ended-expired session-ended
    held:contradiction < authorized captured captured-less
    held:unknownOutcome < hold parked
    reviewing < other-selection page open completed pending attempt-declined not-yet already-done foreign
      not-allowed unanswered
    [requesting]
    !phase < leave change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < confirm returned-to-shop return return-foreign return-empty recheck
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:not-started < not-yet already-done foreign not-allowed
    declined:refused < declined refused
    expired < timer ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < selection open completed pending attempt-declined authorized
    held:unknownOutcome < hold parked
    paid < captured
    paying < page
    reviewing < other-selection unanswered
    [paying]
    !phase < change keep confirm-stale confirm-dear restart capture refund void accept reject ask hold
    . < leave confirm return-foreign selection other-selection page open not-yet already-done foreign not-allowed
      parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing +read < cancel cancel-merchant
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    paid < captured
    paying < attempt-declined
    settling < completed pending
    settling +capture < authorized
    settling +settle < returned-to-shop return return-empty recheck timer
    [settling]
    !phase < leave change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < confirm returned-to-shop return return-foreign return-empty recheck timer
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < foreign not-allowed
    held:unknownOutcome < hold parked
    paid < captured
    paying < selection page open attempt-declined not-yet
    reviewing < other-selection
    settling < completed pending unanswered
    settling +capture < authorized
    settling +read < already-done
    settling-to-end < cancel cancel-merchant
    [pending]
    !phase < leave change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < confirm return-foreign selection other-selection page open completed pending not-yet already-done foreign
      not-allowed parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing +read < cancel cancel-merchant
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:unknownOutcome < hold
    paid < captured
    settling < attempt-declined
    settling +capture < authorized
    settling +read < returned-to-shop return return-empty recheck timer
    [closing]
    !phase < leave change keep confirm confirm-stale confirm-dear restart capture refund void accept reject ask
    . < cancel cancel-merchant returned-to-shop return return-foreign return-empty recheck timer
    cancelled:buyer < selection other-selection page open attempt-declined ended-buyer not-yet
    cancelled:provider < voided
    closing < completed pending already-done not-allowed parked unanswered
    closing +capture < authorized
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < foreign
    held:unknownOutcome < hold
    paid < captured
    [paid]
    !nothing-left < capture void
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant restart accept reject ask
    . < confirm hold return-foreign timer selection other-selection page open completed authorized captured not-yet
      already-done foreign not-allowed parked unanswered
    held:amountMismatch < captured-less
    held:contradiction < attempt-declined declined ended-buyer refused
    paid < pending voided ended-expired session-ended
    paid +read < returned-to-shop return return-empty recheck
    paid +refund < refund
    [authorized]
    !nothing-left < refund
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant restart accept reject ask
    . < confirm hold return-foreign timer selection other-selection page open completed authorized not-yet
      already-done foreign not-allowed parked unanswered
    held:contradiction < attempt-declined ended-buyer refused
    paid < pending captured captured-less declined voided ended-expired session-ended
    paid +capture < capture
    paid +read < returned-to-shop return return-empty recheck
    paid +void < void
    [refunding]
    !operation-known < happened did-not-happen
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant restart accept reject ask
    !under-way < capture refund void
    . < confirm hold return-foreign selection other-selection page open completed authorized captured not-yet
      already-done refused session-ended foreign not-allowed parked unanswered
    held:amountMismatch < captured-less
    held:contradiction < attempt-declined declined ended-buyer
    paid < pending voided ended-expired
    paid +read < returned-to-shop return return-empty recheck timer
    [declined]
    !phase < leave change keep confirm confirm-stale confirm-dear cancel cancel-merchant restart capture refund void
      accept reject ask
    . < hold return-foreign timer selection other-selection page open completed declined not-yet already-done
      foreign not-allowed parked unanswered
    declined:refused < pending attempt-declined authorized voided ended-buyer ended-expired refused session-ended
    declined:refused +read < returned-to-shop return return-empty recheck
    held:amountMismatch < captured-less
    held:contradiction < captured
    [cancelled]
    !phase < leave change keep confirm confirm-stale confirm-dear restart capture refund void accept reject ask
    . < cancel cancel-merchant hold return-foreign timer selection other-selection page open not-yet already-done
      foreign not-allowed parked unanswered
    cancelled:buyer < completed pending attempt-declined declined voided ended-buyer ended-expired refused
      session-ended
    cancelled:buyer +read < returned-to-shop return return-empty recheck
    cancelled:buyer +refund < captured
    cancelled:buyer +void < authorized
    held:amountMismatch < captured-less
    [expired]
    !phase < leave change keep confirm confirm-stale confirm-dear restart capture refund void accept reject ask
    . < cancel cancel-merchant hold return-foreign timer selection other-selection page open not-yet already-done
      foreign not-allowed parked unanswered
    expired < completed pending attempt-declined declined voided ended-buyer ended-expired refused session-ended
    expired +capture < authorized
    expired +read < returned-to-shop return return-empty recheck
    held:amountMismatch < captured-less
    paid < captured
    [held]
    !differs 9520 9000 < accept
    !phase < leave change keep confirm confirm-stale confirm-dear cancel cancel-merchant restart capture refund void
    . < returned-to-shop hold return return-foreign return-empty recheck timer selection other-selection page open
      completed captured-less not-yet already-done foreign not-allowed parked unanswered
    closing +read < reject ask
    held:amountMismatch < pending attempt-declined authorized captured declined voided ended-buyer ended-expired
      refused session-ended
    paid < accept-less
    [open (pay)]
    !phase < leave change keep restart capture refund void accept reject ask hold
    !review < confirm-stale confirm-dear
    . < returned-to-shop return return-foreign return-empty recheck selection other-selection page open completed
      pending attempt-declined authorized captured captured-less declined voided ended-buyer ended-expired not-yet
      already-done refused session-ended foreign not-allowed parked unanswered
    cancelled:buyer < cancel
    cancelled:merchant < cancel-merchant
    confirmed < confirm
    expired < timer
    [confirmed (pay)]
    !phase < change keep confirm-stale confirm-dear restart capture refund void accept reject ask hold
    . < confirm returned-to-shop return return-foreign return-empty recheck selection other-selection page open
      completed pending attempt-declined authorized captured captured-less declined voided ended-buyer ended-expired
      not-yet already-done refused session-ended foreign not-allowed parked unanswered
    authorizing:requesting +authorize < leave
    cancelled:buyer < cancel
    cancelled:merchant < cancel-merchant
    expired < timer
    [requesting (pay)]
    !phase < change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < leave confirm returned-to-shop return return-foreign return-empty recheck
    authorizing:requesting-to-end < cancel cancel-merchant timer
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    declined:not-started < not-yet already-done foreign not-allowed
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < selection other-selection open completed pending attempt-declined authorized
    held:unknownOutcome < hold parked unanswered
    paid < captured
    paying < page
    [paying (pay)]
    !phase < change keep confirm-stale confirm-dear restart capture refund void accept reject ask hold
    . < leave confirm return-foreign selection other-selection page open not-yet already-done foreign not-allowed
      parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing +read < cancel cancel-merchant
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    paid < captured
    paying < attempt-declined
    settling < completed pending
    settling +capture < authorized
    settling +settle < returned-to-shop return return-empty recheck timer
    [pending (pay)]
    !phase < leave change keep confirm-stale confirm-dear restart capture refund void accept reject ask
    . < confirm returned-to-shop return return-foreign return-empty recheck timer
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < foreign not-allowed
    held:unknownOutcome < hold parked
    paid < captured
    paying < attempt-declined
    settling < selection other-selection page open completed pending not-yet unanswered
    settling +capture < authorized
    settling +read < already-done
    settling-to-end < cancel cancel-merchant
    [closing (pay)]
    !phase < leave change keep confirm confirm-stale confirm-dear restart capture refund void accept reject ask
    . < cancel cancel-merchant returned-to-shop return return-foreign return-empty recheck timer
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing < completed pending already-done not-allowed parked unanswered
    closing +cancel < selection other-selection page open attempt-declined not-yet
    closing +capture < authorized
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < foreign
    held:unknownOutcome < hold
    paid < captured
    [closing, refused (pay)]
    !phase < leave change keep confirm confirm-stale confirm-dear restart capture refund void accept reject ask
    . < cancel cancel-merchant returned-to-shop return return-foreign return-empty recheck timer
    cancelled:buyer < voided ended-buyer
    closing < completed pending already-done not-allowed parked unanswered
    closing +cancel < selection other-selection page open attempt-declined not-yet
    closing +capture < authorized
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:contradiction < foreign
    held:unknownOutcome < hold
    paid < captured
    [held, undecided (pay)]
    !nothing < accept accept-less
    !phase < leave change keep confirm confirm-stale confirm-dear cancel cancel-merchant restart capture refund void
    . < hold return-foreign selection other-selection page open completed pending not-yet already-done foreign not-allowed parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:merchant +cancel +read < reject
    cancelled:provider < voided
    closing < attempt-declined
    closing +capture < authorized
    closing +read < ask
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < captured-less
    held:undecided +read < returned-to-shop return return-empty recheck timer
    paid < captured
    """
}
