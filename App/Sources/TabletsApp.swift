import Ferry
import FerryCore
import Foundation
import SwiftUI

/// The demo shop as an app, twice: the shop's own pages in a web view, and native screens.
@main
struct TabletsApp: App {
  private let shop = Shop(Bundle.main.infoDictionary ?? [:])

  var body: some Scene {
    WindowGroup {
      if let shop {
        // One handler for all links. It is at the root, so it gets links on every screen.
        StartScreen(shop: shop).ferryLinks(shop.flow)
      } else {
        Text(verbatim: Settings.language.shopTexts.notConfigured)
      }
    }
  }
}
