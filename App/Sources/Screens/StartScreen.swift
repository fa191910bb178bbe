import Ferry
import FerryCore
import FerryTracking
import Foundation
import SwiftUI

/// Selects the shop, and shows results that the app has missed.
struct StartScreen: View {
  let shop: Shop
  @State private var chosen: Kind?
  @State private var browser = BrowserKind.secure
  /// The last result of `resumed`, while it is shown above the shop.
  @State private var missed: CheckoutResult?
  /// The same, for the shop's native screens.
  @State private var news: CheckoutResult?
  @State private var errand: Errand?
  @State private var errands = 0

  private enum Kind {
    case web, firstGeneration, native
    /// The page of the checkout that the web view's session is in.
    case checkout
    case accounts
  }

  var body: some View {
    NavigationStack {
      VStack(spacing: 0) {
        if let missed {
          ThankYouScreen(outcome: missed.outcome, language: shop.language) { act(on: missed, $0) }
        }
        switch chosen {
        case .web: pages(shop.settings.entrance)
        case .firstGeneration: pages(shop.settings.entrance.appendingPathComponent("first-generation"))
        case .checkout: pages(shop.settings.checkout)
        case .native: NativeShopScreen(shop: shop, browser: browser, errand: errand, news: news)
        case .accounts: AccountsScreen(shop: shop) { chosen = nil }
        case nil: choice
        }
      }
      .navigationTitle(Text(verbatim: shop.texts.shopName))
    }
    .task {
      for await result in shop.flow.resumed {
        // The shop's page shows it by itself.
        if !result.isOfPage || !showsPages { missed = result }
        news = result
      }
    }
  }

  private func pages(_ url: URL) -> some View {
    FerryWebView(url: url, checkout: shop.settings.checkout, flow: shop.flow) { [browser] in shop.browser(browser) }
  }

  /// A page's checkout continues on the page, and the shop's backend cancels it.
  private func act(on result: CheckoutResult, _ action: StatusModel.Action) {
    // One payment at a time.
    guard !shop.flow.isBusy else { return }
    switch action {
    case .goOn, .cancel:
      if result.isOfPage {
        chosen = .checkout
      } else if let checkout = result.checkout {
        errands += 1
        errand = Errand(number: errands, checkout: checkout, isCancelling: action == .cancel)
        chosen = .native
      }
    case .checkAgain: return shop.flow.wake()
    case .tryAgain, .close: break
    }
    missed = nil
  }

  private var showsPages: Bool {
    switch chosen {
    case .web, .firstGeneration, .checkout: true
    case .native, .accounts, nil: false
    }
  }

  private var choice: some View {
    List {
      entry(shop.texts.webShop, shop.texts.webShopDetail) { chosen = .web }
      entry(shop.texts.firstGeneration, shop.texts.firstGenerationDetail) { chosen = .firstGeneration }
      entry(shop.texts.nativeShop, shop.texts.nativeShopDetail) { chosen = .native }
      VStack(alignment: .leading, spacing: 4) {
        Picker(selection: $browser) {
          ForEach(BrowserKind.allCases, id: \.self) { kind in
            Text(verbatim: kind.name(shop.texts)).tag(kind)
          }
        } label: {
          Text(verbatim: shop.texts.browser)
        }
        Text(verbatim: shop.texts.browserDetail).font(.footnote).foregroundStyle(.secondary)
      }
      entry(shop.texts.accounts, shop.texts.accountsDetail) { chosen = .accounts }
      entry(shop.texts.tracking, shop.texts.trackingDetail) { isAsking = true }
    }
    .task(id: isAsking) {
      if isAsking { _ = await TrackingPermission.request() }
      isAsking = false
    }
  }

  @State private var isAsking = false

  private func entry(_ title: String, _ detail: String, action: @escaping @MainActor () -> Void) -> some View {
    Button(action: action) {
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: title).font(.headline)
        Text(verbatim: detail).font(.footnote).foregroundStyle(.secondary)
      }
      .padding(.vertical, 8)
    }
    .buttonStyle(.plain)
  }
}

/// A button of an earlier checkout's result. The number makes each press another value.
struct Errand: Hashable {
  let number: Int
  let checkout: String
  let isCancelling: Bool
}
