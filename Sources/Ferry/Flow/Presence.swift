/// Who is there to go on with a passage.
enum Presence: Hashable, Sendable, CaseIterable {
  /// The buyer, with the secure browser and the app's review.
  case buyer
  /// A page of the shop in the app's web view, with the secure browser. The page reviews and confirms by its own backend.
  case page
  /// Nobody: the app has been started again and finds out what became of it.
  case nobody
}
