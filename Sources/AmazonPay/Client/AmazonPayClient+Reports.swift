public import FerryCore

extension AmazonPayClient {
  /// A page of the reports that there are, those that were asked for in Seller Central included.
  public func reports(_ filter: ReportFilter = ReportFilter()) async throws -> ReportPage {
    try await perform(.listReports(filter))
  }

  /// Asks for a report about a time. Ask for it by its id until it is completed.
  public func createReport(
    type: String, from start: Moment, to end: Moment, _ key: IdempotencyKey? = nil
  ) async throws -> Report {
    try await perform(.createReport(type: type, from: start, to: end, key))
  }

  /// The report of an id as it is now.
  public func report(_ id: String) async throws -> Report {
    try await perform(.getReport(id))
  }

  /// Where a report's content can be fetched. The address in it is signed: whoever has it can fetch.
  public func reportDocument(_ id: String) async throws -> ReportDocument {
    try await perform(.getReportDocument(id))
  }

  /// What is made regularly.
  public func reportSchedules(types: [String] = []) async throws -> ReportScheduleList {
    try await perform(.listReportSchedules(types: types))
  }

  /// Has reports made again and again.
  /// - Parameter frequency: An ISO 8601 duration such as `P1D` or `PT84H`.
  public func createReportSchedule(
    type: String, frequency: String, next: Moment, replacing: Bool = false, _ key: IdempotencyKey? = nil
  ) async throws -> ReportSchedule {
    try await perform(
      .createReportSchedule(type: type, frequency: frequency, next: next, replacing: replacing, key))
  }

  /// The schedule of an id.
  public func reportSchedule(_ id: String) async throws -> ReportSchedule {
    try await perform(.getReportSchedule(id))
  }

  /// Ends a schedule; the reports that it made stay.
  public func cancelReportSchedule(_ id: String) async throws -> UntypedAnswer {
    try await perform(.cancelReportSchedule(id))
  }

  /// What Amazon has paid out.
  public func disbursements(_ filter: DisbursementFilter) async throws -> DisbursementPage {
    try await perform(.listDisbursements(filter))
  }
}
