import AmazonPay
import AsyncHTTPClient
import FerryCore
import FerryReconciliation
import Foundation
import NIOCore
import NIOHTTP1

/// Fetches settlement reports from Amazon Pay. Of live payments Amazon makes them with each settlement; of test payments one is
/// made for the time that is asked for.
struct ReportFetch {
  private let client: AmazonPayClient
  private let connections: Connections
  private let time = SystemTime()

  /// A report may take minutes to be made.
  private static let patience = Duration.seconds(300)
  private static let largest = 64 << 20

  init(_ client: AmazonPayClient, _ connections: Connections) {
    self.client = client
    self.connections = connections
  }

  /// - Throws: `CommandFailure`.
  func reports(of window: Range<Moment>) async throws -> [SettlementReport] {
    do {
      let documents = client.account.mode == .live ? try await made(since: window.lowerBound) : [try await make(window)]
      var settled: [SettlementReport] = []
      for document in documents { settled.append(try SettlementReport(try await content(document))) }
      return settled
    } catch let failure as AmazonPayFailure {
      throw CommandFailure("The provider's reports could not be fetched. \(failure)")
    } catch let problem as CSVProblem {
      throw CommandFailure("A report of the provider's cannot be read. \(problem)")
    }
  }

  /// The documents of all that were made since then.
  private func made(since start: Moment) async throws -> [String] {
    var filter = ReportFilter(
      types: [SettlementReport.type], statuses: [.completed], createdSince: start, pageSize: 100)
    var documents: [String] = []
    repeat {
      let page = try await client.reports(filter)
      documents += page.reports.compactMap(\.reportDocumentId)
      // The token stands for the conditions, too.
      filter = ReportFilter(nextToken: page.nextToken)
    } while filter.nextToken != nil
    return documents
  }

  private func make(_ window: Range<Moment>) async throws -> String {
    let asked = try await client.createReport(
      type: SettlementReport.sandboxType, from: window.lowerBound, to: window.upperBound,
      IdempotencyKey(SystemRandomness().token(bytes: 16)))
    let end = time.now + Self.patience
    while true {
      let report = try await client.report(asked.reportId)
      if let document = report.reportDocumentId, report.processingStatus == .known(.completed) { return document }
      switch report.processingStatus {
      case .known(.failed), .known(.cancelled): throw CommandFailure("The provider could not make the report.")
      default: break
      }
      guard time.now < end else { throw CommandFailure("The provider's report was not made within five minutes.") }
      try await time.sleep(for: .seconds(5))
    }
  }

  /// The address is as good as a password: it is neither shown nor logged.
  private func content(_ document: String) async throws -> [UInt8] {
    let place = try await client.reportDocument(document)
    guard place.compressionAlgorithm.map({ $0 == "N/A" }) ?? true else {
      throw CommandFailure("The provider's report is compressed. Download it, unpack it, and name it with --report.")
    }
    guard let url = place.url else { throw CommandFailure("The provider names no address for its report.") }
    do {
      let response = try await connections.client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
      guard response.status == .ok else {
        throw CommandFailure("The provider's report was answered with HTTP \(response.status.code).")
      }
      return Array(try await response.body.collect(upTo: Self.largest).readableBytesView)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("The provider's report did not arrive.")
    }
  }
}
