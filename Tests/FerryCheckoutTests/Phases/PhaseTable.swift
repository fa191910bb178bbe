/// What every event does at every place. A row is an effect and, after "<", the events that have it. An effect is the phase
/// after it and the commands that follow; "." is nothing at all, and "!" a refusal.
enum PhaseTable {
  static func rows(of place: String) -> [String] {
    let lines = text.split(separator: "\n")
    guard let start = lines.firstIndex(where: { $0 == "[\(place)]" }) else { return [] }
    return lines[(start + 1)...].prefix { !$0.hasPrefix("[") }.reduce(into: []) { rows, line in
      // A row that does not fit is continued, set in.
      if line.hasPrefix("  "), let last = rows.indices.last {
        rows[last] += " " + line.dropFirst(2)
      } else {
        rows.append(String(line))
      }
    }
  }

  private static let text = """
    [open]
    !phase < change keep confirm confirm-stale confirm-dear turned-back capture refund void accept reject ask
      hold
    . < nudge choice other-choice page open completed pending authorized captured less declined voided
      ended-buyer ended-expired not-yet already-done refused session-ended foreign not-allowed parked unanswered
    cancelled:buyer < cancel
    cancelled:merchant < cancel-merchant
    expired < wake
    selecting < leave start-anew return-empty
    selecting +read < return return-foreign
    [selecting]
    !phase < change keep confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < leave start-anew hold return-empty nudge choice other-choice page open completed pending authorized
      captured less declined voided ended-buyer ended-expired not-yet already-done refused session-ended foreign
      not-allowed parked unanswered
    cancelled:buyer < cancel turned-back
    cancelled:merchant < cancel-merchant
    expired < wake
    selecting +read < return return-foreign
    [asking]
    !phase < change keep confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < leave return return-empty nudge
    cancelled:buyer < cancel turned-back ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < wake ended-expired session-ended
    held:contradiction < authorized captured less
    reviewing < choice other-choice
    selecting < start-anew hold page open completed pending not-yet already-done foreign not-allowed parked
      unanswered
    selecting +read < return-foreign
    [changing]
    !phase < leave confirm confirm-stale confirm-dear capture refund void accept reject ask
    . < hold return-foreign choice other-choice page open not-yet already-done foreign not-allowed parked
      unanswered
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < wake ended-expired session-ended
    held:contradiction < authorized captured less
    reviewing < keep turned-back
    selecting < change start-anew completed pending
    selecting +read < return return-empty nudge
    [reviewing]
    !phase < leave turned-back capture refund void accept reject ask hold
    !review < confirm-stale confirm-dear
    . < keep return return-foreign return-empty nudge choice other-choice page open not-yet already-done foreign
      not-allowed parked unanswered
    authorizing:checking +read < confirm
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < wake ended-expired session-ended
    held:contradiction < authorized captured less
    reviewing < completed pending
    selecting < change start-anew
    [checking]
    !phase < leave change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept
      reject ask
    . < confirm return return-foreign return-empty nudge
    authorizing:requesting +authorize < choice
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:refused < declined refused
    expired < wake ended-expired session-ended
    held:contradiction < authorized captured less
    held:unknownOutcome < hold parked
    reviewing < other-choice page open completed pending not-yet already-done foreign not-allowed unanswered
    [requesting]
    !phase < leave change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept
      reject ask
    . < confirm return return-foreign return-empty nudge
    cancelled:buyer < cancel ended-buyer
    cancelled:merchant < cancel-merchant
    cancelled:provider < voided
    declined:not-started < not-yet already-done foreign not-allowed
    declined:refused < declined refused
    expired < wake ended-expired session-ended
    held:amountMismatch < less
    held:contradiction < choice open completed pending authorized
    held:unknownOutcome < hold parked
    paid < captured
    paying < page
    reviewing < other-choice unanswered
    [paying]
    !phase < change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept reject ask
      hold
    . < leave confirm return-foreign choice other-choice page open not-yet already-done foreign not-allowed
      parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing +read < cancel cancel-merchant
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    paid < captured
    settling < completed pending
    settling +capture < authorized
    settling +settle < return return-empty nudge wake
    [settling]
    !phase < leave change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept
      reject ask
    . < confirm return return-foreign return-empty nudge wake
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    held:contradiction < foreign not-allowed
    held:unknownOutcome < hold parked
    paid < captured
    paying < choice page open not-yet
    reviewing < other-choice
    settling < completed pending unanswered
    settling +capture < authorized
    settling +read < already-done
    settling-to-end < cancel cancel-merchant
    [pending]
    !phase < leave change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept
      reject ask
    . < confirm return-foreign choice other-choice page open completed pending not-yet already-done foreign
      not-allowed parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    held:unknownOutcome < hold
    paid < captured
    settling +capture < authorized
    settling +read < return return-empty nudge wake
    settling-to-end < cancel cancel-merchant
    [closing]
    !phase < leave change keep confirm confirm-stale confirm-dear turned-back start-anew capture refund void
      accept reject ask
    . < cancel cancel-merchant return return-foreign return-empty nudge wake
    cancelled:buyer < choice other-choice page open ended-buyer not-yet
    cancelled:provider < voided
    closing < completed pending already-done not-allowed parked unanswered
    closing +capture < authorized
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    held:contradiction < foreign
    held:unknownOutcome < hold
    paid < captured
    [paid]
    !nothing-left < capture void
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant turned-back start-anew accept
      reject ask
    . < confirm hold return-foreign wake choice other-choice page open completed authorized captured not-yet
      already-done foreign not-allowed parked unanswered
    held:amountMismatch < less
    held:contradiction < declined ended-buyer refused
    paid < pending voided ended-expired session-ended
    paid +read < return return-empty nudge
    paid +refund < refund
    [authorized]
    !nothing-left < refund
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant turned-back start-anew accept
      reject ask
    . < confirm hold return-foreign wake choice other-choice page open completed authorized not-yet already-done
      foreign not-allowed parked unanswered
    held:contradiction < ended-buyer refused
    paid < pending captured less declined voided ended-expired session-ended
    paid +capture < capture
    paid +read < return return-empty nudge
    paid +void < void
    [refunding]
    !phase < leave change keep confirm-stale confirm-dear cancel cancel-merchant turned-back start-anew accept
      reject ask
    !under-way < capture refund void
    . < confirm hold return-foreign choice other-choice page open completed authorized captured not-yet
      already-done refused session-ended foreign not-allowed parked unanswered
    held:amountMismatch < less
    held:contradiction < declined ended-buyer
    paid < pending voided ended-expired
    paid +read < return return-empty nudge wake
    [declined]
    !phase < leave change keep confirm confirm-stale confirm-dear cancel cancel-merchant turned-back start-anew
      capture refund void accept reject ask
    . < hold return-foreign wake choice other-choice page open completed declined not-yet already-done foreign
      not-allowed parked unanswered
    declined:refused < pending authorized voided ended-buyer ended-expired refused session-ended
    declined:refused +read < return return-empty nudge
    held:amountMismatch < less
    held:contradiction < captured
    [cancelled]
    !phase < leave change keep confirm confirm-stale confirm-dear turned-back start-anew capture refund void
      accept reject ask
    . < cancel cancel-merchant hold return-foreign wake choice other-choice page open not-yet already-done
      foreign not-allowed parked unanswered
    cancelled:buyer < completed pending declined voided ended-buyer ended-expired refused session-ended
    cancelled:buyer +read < return return-empty nudge
    cancelled:buyer +refund < captured
    cancelled:buyer +void < authorized
    held:amountMismatch < less
    [expired]
    !phase < leave change keep confirm confirm-stale confirm-dear turned-back start-anew capture refund void
      accept reject ask
    . < cancel cancel-merchant hold return-foreign wake choice other-choice page open not-yet already-done
      foreign not-allowed parked unanswered
    expired < completed pending declined voided ended-buyer ended-expired refused session-ended
    expired +capture < authorized
    expired +read < return return-empty nudge
    held:amountMismatch < less
    paid < captured
    [held]
    !phase < leave change keep confirm confirm-stale confirm-dear cancel cancel-merchant turned-back start-anew
      capture refund void
    . < hold return return-foreign return-empty nudge wake choice other-choice page open completed authorized
      less not-yet already-done foreign not-allowed parked unanswered
    cancelled:merchant +refund +read < reject
    closing +read < ask
    held:amountMismatch < pending captured declined voided ended-buyer ended-expired refused session-ended
    paid < accept
    [open (pay)]
    !phase < leave change keep turned-back start-anew capture refund void accept reject ask hold
    !review < confirm-stale confirm-dear
    . < return return-foreign return-empty nudge choice other-choice page open completed pending authorized
      captured less declined voided ended-buyer ended-expired not-yet already-done refused session-ended foreign
      not-allowed parked unanswered
    authorizing:requesting +authorize < confirm
    cancelled:buyer < cancel
    cancelled:merchant < cancel-merchant
    expired < wake
    [paying (pay)]
    !phase < change keep confirm-stale confirm-dear turned-back start-anew capture refund void accept reject ask
      hold
    . < leave confirm return-foreign choice other-choice page open not-yet already-done foreign not-allowed
      parked unanswered
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing +read < cancel cancel-merchant
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    paid < captured
    settling < completed pending
    settling +capture < authorized
    settling +settle < return return-empty nudge wake
    [closing (pay)]
    !phase < leave change keep confirm confirm-stale confirm-dear turned-back start-anew capture refund void
      accept reject ask
    . < cancel cancel-merchant return return-foreign return-empty nudge wake
    cancelled:buyer < ended-buyer
    cancelled:provider < voided
    closing < completed pending already-done not-allowed parked unanswered
    closing +cancel < choice other-choice page open not-yet
    closing +capture < authorized
    declined:refused < declined refused
    expired < ended-expired session-ended
    held:amountMismatch < less
    held:contradiction < foreign
    held:unknownOutcome < hold
    paid < captured
    """
}
