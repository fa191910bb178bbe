#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  public import Foundation
  public import SwiftUI
  import UIKit
  import WebKit

  /// The shop's pages in a web view, with the bridge to the app: see `FerryWebPage`.
  public struct FerryWebView: View {
    private let url: URL
    private let checkout: URL?
    private let flow: CheckoutFlow
    private let others: [URL]
    private let browser: (@MainActor () -> any SecureBrowser)?
    @State private var page: FerryWebPage?

    /// - Parameters:
    ///   - url: The first page of the shop. Pages of its origin can pay.
    ///   - checkout: The page of the current checkout. It is loaded when `CheckoutFlow.resumed` tells the result of a page's
    ///     checkout, and when the page's process has died while the buyer was away.
    ///   - flow: The app's flow.
    ///   - others: Addresses of further origins that the web view shows, without the bridge.
    ///   - browser: Makes the secure browser. Nil for `SafariBrowser`.
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
