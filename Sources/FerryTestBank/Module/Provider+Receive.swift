import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes

extension BankProvider {
  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    AnswerReading.reaction(to: answer, of: request, task, self, call: call) { reading in
      do throws(BankFailure) {
        return reading.seen(try reading.call.read(httpStatus: answer.status.code, body: answer.body))
      } catch {
        return reading.failed(error)
      }
    }
  }
}

private typealias AnswerReading = FerryProvider.AnswerReading<BankProvider, Record, Stage, BankCall>

extension AnswerReading {
  fileprivate func seen(_ payment: BankPayment) -> ProviderReaction {
    guard payment.id == record.payment || record.payment == nil && payment.reference == task.reference else {
      return .unreadable("The bank answered about another payment.")
    }
    // The bank shows a request at once, or never: it refuses one that arrives after its repetition.
    guard stage != .unclear || payment.shows(task) else { return .nothingHappened(stage: Stage.first.rawValue) }
    var record = record
    record.payment = payment.id
    (record.page, record.readAt) = (payment.page, answer.receivedAt)
    return .done(
      .observed(payment.observation(task, page: provider.site)),
      ProviderFindings(
        record: try record.bytes, references: payment.references, details: payment.details, remarks: payment.remarks))
  }

  fileprivate func failed(_ failure: BankFailure) -> ProviderReaction {
    switch failure.reason {
    case .wrongTime:
      guard let theirs = answer.date else { fallthrough }
      return .failed(.clockOff(theirs.since(answer.receivedAt)))
    case .unauthenticated: return .misconfigured(failure.description, fix: "Check login and secret.")
    case .notFound where stage == .unclear: return .nothingHappened(stage: Stage.first.rawValue)
    case .duplicateReference: return next(.unclear)
    case .buyerActive: return .done(.rejected(.notYet), ProviderFindings())
    // It has changed meanwhile, perhaps by a request before that was late: what it shows counts.
    case .wrongState where [.cancel, .capture].contains(call.operation): return next(.unclear)
    case .some: return .done(.rejected(.notAllowed), ProviderFindings(remarks: [failure.description]))
    case nil: return .failed(ProviderFailure(failure.description, answer, isTransient: failure.kind == .transient))
    }
  }
}
