extension Array {
  /// Appends an element to a list that has room for some. In a full one it takes the last place: whoever sends many links
  /// displaces neither those that came first nor the one that comes after them.
  mutating func appendAmongFirst(_ room: Int, _ element: Element) {
    if count >= room { removeLast(count - room + 1) }
    append(element)
  }
}
