import Ferry
import FerryTracking
import Foundation
import SwiftUI

/// Chooses the shop, and tells what became of payments that the app did not live to see.
struct StartScreen: View {
  let shop: Shop
  @State private var chosen: Kind?
  /// What `resumed` has told last, for as long as it stands above the shop.
  @State private var missed: ResumedCheckout?
  /// The same, for the shop's native screens.
  @State private var news: ResumedCheckout?
  @State private var errand: Errand?
  @State private var errands = 0

  private enum Kind {
    case web, firstGeneration, native
    /// The page of the checkout that the web view's session is in.
    case checkout
  }

  var body: some View {
    NavigationStack {
      VStack(spacing: 0) {
        if let missed {
          ThankYouScreen(result: missed.result, language: shop.language) { act(on: missed, $0) }
        }
        switch chosen {
        case .web:
          FerryWebView(url: shop.settings.entrance, checkout: shop.settings.checkout, flow: shop.flow)
        case .firstGeneration:
          FerryWebView(
            url: shop.settings.entrance.appendingPathComponent("first-generation"), checkout: shop.settings.checkout,
            flow: shop.flow)
        case .checkout:
          FerryWebView(url: shop.settings.checkout, checkout: shop.settings.checkout, flow: shop.flow)
        case .native: NativeShopScreen(shop: shop, errand: errand, news: news)
        case nil: choice
        }
      }
      .navigationTitle(Text(verbatim: shop.text(.shopName)))
    }
    .task {
      for await checkout in shop.flow.resumed {
        // The shop's page shows it by itself.
        if !checkout.isOfPage || !showsPages { missed = checkout }
        news = checkout
      }
    }
  }

  /// A page's checkout is gone on with, and cancelled, where it was begun: on the page, by the shop's backend.
  private func act(on checkout: ResumedCheckout, _ action: StatusModel.Action.Kind) {
    // One payment at a time: what is under way comes first, and this stays.
    guard !shop.flow.isBusy else { return }
    switch action {
    case .goOn, .cancel:
      if checkout.isOfPage {
        chosen = .checkout
      } else {
        errands += 1
        errand = Errand(number: errands, checkout: checkout.checkout, isCancelling: action == .cancel)
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
    case .native, nil: false
    }
  }

  private var choice: some View {
    List {
      entry(.webShop, .webShopDetail) { chosen = .web }
      entry(.firstGeneration, .firstGenerationDetail) { chosen = .firstGeneration }
      entry(.nativeShop, .nativeShopDetail) { chosen = .native }
      entry(.tracking, .trackingDetail) { isAsking = true }
    }
    .task(id: isAsking) {
      if isAsking { _ = await TrackingPermission.request() }
      isAsking = false
    }
  }

  @State private var isAsking = false

  private func entry(_ title: ShopText, _ detail: ShopText, action: @escaping @MainActor () -> Void) -> some View {
    Button(action: action) {
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: shop.text(title)).font(.headline)
        Text(verbatim: shop.text(detail)).font(.footnote).foregroundStyle(.secondary)
      }
      .padding(.vertical, 8)
    }
    .buttonStyle(.plain)
  }
}

/// What the buyer wants of a checkout that the app did not live to see the end of. The number makes each one another.
struct Errand: Hashable {
  let number: Int
  let checkout: String
  let isCancelling: Bool
}
