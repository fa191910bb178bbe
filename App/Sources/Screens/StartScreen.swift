import Ferry
import FerryTracking
import Foundation
import SwiftUI

/// Chooses the shop, and tells what became of payments that the app did not live to see.
struct StartScreen: View {
  let shop: Shop
  @State private var chosen: Kind?
  @State private var missed: ResumedCheckout?

  private enum Kind { case web, firstGeneration, native }

  var body: some View {
    NavigationStack {
      VStack(spacing: 0) {
        if let missed {
          ThankYouScreen(result: missed.result, language: shop.language) { action in
            if action == .goOn { chosen = .native }
            self.missed = nil
          }
        }
        switch chosen {
        case .web: FerryWebView(url: shop.settings.entrance, flow: shop.flow)
        case .firstGeneration:
          FerryWebView(url: shop.settings.entrance.appendingPathComponent("first-generation"), flow: shop.flow)
        case .native: NativeShopScreen(shop: shop)
        case nil: choice
        }
      }
      .navigationTitle(Text(verbatim: shop.text(.shopName)))
    }
    .task {
      for await checkout in shop.flow.resumed { missed = checkout }
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
