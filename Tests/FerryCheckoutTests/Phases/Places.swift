import FerryCheckout
import FerryCore
import Testing

/// Every place of a checkout, reached by driving it there.
enum Place: String, CaseIterable {
  case open, selecting, asking, changing, reviewing, checking, requesting, paying, settling, pending, closing
  case paid, authorized, refunding, declined, cancelled, expired, held
  case payOpen = "open (pay)"
  case payConfirmed = "confirmed (pay)"
  case payRequesting = "requesting (pay)"
  case payPaying = "paying (pay)"
  case payPending = "pending (pay)"
  case payClosing = "closing (pay)"
  case payRefused = "closing, refused (pay)"
  case payUndecided = "held, undecided (pay)"

  func attempt() throws -> Attempt {
    let isPay = [
      .payOpen, .payConfirmed, .payRequesting, .payPaying, .payPending, .payClosing, .payRefused, .payUndecided,
    ].contains(self)
    var attempt = try Attempt(
      isPay ? Attempt.pay : Attempt.selectThenPay, capture: self == .authorized ? .manual : .automatic)
    switch self {
    case .open, .payOpen: break
    case .selecting: try attempt.goToSelecting()
    case .asking:
      try attempt.goToSelecting()
      try attempt.receive(.returned(session: "s1"))
    case .changing:
      try attempt.goToReviewing()
      try attempt.receive(.leave(change: .address))
    case .reviewing: try attempt.goToReviewing()
    case .checking:
      try attempt.goToReviewing()
      try attempt.confirm()
    case .requesting:
      try attempt.goToReviewing()
      try attempt.confirm()
      try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    case .payConfirmed: try attempt.confirm()
    case .payRequesting:
      try attempt.confirm()
      try attempt.receive(.leave(change: nil))
    case .paying, .payPaying: try attempt.goToPaying()
    case .settling: try attempt.goToSettling()
    case .pending:
      try attempt.goToSettling()
      try attempt.answer("settle", .observed(.pending))
    case .payPending:
      try attempt.goToSettling()
      try attempt.answer("settle", .observed(.attemptPending()))
      try attempt.wake()
    case .payRefused:
      try attempt.goToPaying()
      try attempt.receive(.cancel(.buyer))
      try attempt.answer("read", .observed(.open))
      try attempt.answer("cancel", .rejected(.notAllowed))
      try attempt.wake()
    case .closing, .payClosing:
      try attempt.goToPaying()
      try attempt.receive(.cancel(.buyer))
    case .paid, .authorized: try attempt.goToPaid()
    case .refunding:
      try attempt.goToPaid()
      try attempt.receive(.refund("r1", .yen(3_000)))
      try attempt.answer("refund", .observed(.captured()))
    case .declined:
      try attempt.goToSettling()
      try attempt.answer("settle", .observed(.declined()))
    case .cancelled:
      try attempt.goToPaying()
      try attempt.receive(.cancel(.buyer))
      try attempt.answer("read", .observed(.open))
    case .expired:
      try attempt.goToPaying()
      attempt.wait(.seconds(86_400))
      try attempt.receive(.timerFired)
      try attempt.answer("settle", .observed(.open))
    case .payUndecided: try attempt.goToUndecided()
    case .held:
      try attempt.goToSettling()
      try attempt.answer("settle", .observed(.captured(.yen(9_000))))
    }
    return attempt
  }
}
