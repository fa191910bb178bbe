#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `CheckoutFlow.resumed` has told of checkouts that pages have begun. It stays for web views that did not listen then.
struct PageNews: Hashable, Sendable {
  private(set) var count = 0
  private(set) var last: ResumedCheckout?

  mutating func add(_ news: ResumedCheckout) {
    guard news.isOfPage else { return }
    count += 1
    last = news
  }
}

/// How far a web view has followed the news. It may be off the screen when something is told: behind another tab or a screen
/// that was pushed over it, or with its scene in the background. It follows when it is there again.
struct PageFollowing: Hashable, Sendable {
  /// Of `PageNews.count`.
  private var followed: Int

  /// A web view that loads its first page now is ahead of all that was told before.
  init(from news: PageNews) { followed = news.count }

  /// - Parameters:
  ///   - isInFront: Whether what is loaded now can be seen. A load in the background may come to nothing.
  ///   - isCovered: Whether the secure browser lies over it. The page learns how things stand when that goes away.
  /// - Returns: What to load now, if anything.
  mutating func next(_ news: PageNews, _ pages: ShopPages, isInFront: Bool, isCovered: Bool) -> URL? {
    guard isInFront, news.count > followed, let last = news.last else { return nil }
    followed = news.count
    return pages.after(last, isCovered: isCovered)
  }
}
