import Ferry
import FerryCore
import Foundation
import SwiftUI

/// Shows whether the providers accept the server's credentials, and what to mend. The server asks them: the app has no
/// credentials, as no app should.
struct AccountsScreen: View {
  let shop: Shop
  let goBack: @MainActor () -> Void
  @State private var report: AccountsBody?
  @State private var problem: String?
  @State private var checks = 0

  var body: some View {
    List {
      if let report {
        Section { Text(verbatim: report.sound ? shop.texts.accountsSound : shop.texts.accountsUnsound).font(.headline) }
        ForEach(report.accounts, id: \.self) { account in
          Section {
            ForEach(account.findings, id: \.self) { row($0) }
          } header: {
            Text(verbatim: account.name)
          }
        }
      } else if let problem {
        Section { Text(verbatim: problem).font(.body) }
      } else {
        ProgressView()
      }
      Section {
        Button(action: { checks += 1 }, label: { Text(verbatim: shop.language.ferryTexts.checkAgain) })
        Button(action: goBack, label: { Text(verbatim: shop.language.ferryTexts.close) })
      }
    }
    .task(id: checks) { await load() }
  }

  private func row(_ finding: AccountsBody.Finding) -> some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(verbatim: "\(finding.severity) · \(finding.subject)").font(.headline)
      Text(verbatim: finding.seen).font(.body)
      if let change = finding.change { Text(verbatim: change).font(.body) }
    }
    .accessibilityElement(children: .combine)
  }

  private func load() async {
    (report, problem) = (nil, nil)
    do {
      report = try await shop.client.accounts()
    } catch is ShopFailure {
      problem = shop.texts.noAccounts
    } catch {
      // A cancelled check has been replaced by another.
      if !Task.isCancelled { problem = shop.texts.notReached }
    }
  }
}
