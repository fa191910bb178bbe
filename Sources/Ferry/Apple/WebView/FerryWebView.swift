#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  public import Foundation
  public import SwiftUI
  import UIKit
  import WebKit

  /// The shop's pages in a web view, with the bridge to the app: see `FerryWebPage`, which explains the parameters.
  public struct FerryWebView: View {
    private let url: URL
    private let checkout: URL?
    private let flow: CheckoutFlow
    private let others: [URL]
    private let browser: (@MainActor () -> any SecureBrowser)?
    @State private var page: FerryWebPage?

    /// - Parameter browser: Makes the secure browser. Nil for `SafariBrowser`.
    public init(
      url: URL, checkout: URL? = nil, flow: CheckoutFlow, others: [URL] = [],
      browser: (@MainActor () -> any SecureBrowser)? = nil
    ) {
      self.url = url
      self.checkout = checkout
      self.flow = flow
      self.others = others
      self.browser = browser
    }

    public var body: some View {
      VStack(spacing: 0) {
        if let page { PageView(webView: page.webView) }
      }
      .task {
        let page = page ?? FerryWebPage(url: url, checkout: checkout, flow: flow, others: others)
        self.page = page
        await page.run(from: browser?() ?? SafariBrowser())
      }
    }
  }

  private struct PageView: UIViewRepresentable {
    let webView: WKWebView

    func makeUIView(context: Context) -> WKWebView { webView }
    func updateUIView(_ uiView: WKWebView, context: Context) {}
  }
#endif
