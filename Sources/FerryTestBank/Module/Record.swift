import FerryCore
import FerryProvider

struct Record: VersionedRecord, Hashable {
  private(set) var version = 1
  /// The bank's id of the payment.
  var payment: String?
  /// The address opens the page for anybody, so only this record has it, while the payment is open.
  var page: String?
  var readAt: Moment?
}

/// The stage of a command that needs more than one request.
enum Stage: String, ProviderStage {
  case first = ""
  /// The request may or may not have been carried out: the payment shows it.
  case unclear
}
