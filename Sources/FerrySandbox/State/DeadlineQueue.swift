package import FerryCore

/// Events in the order of their due moments, as a binary heap. Events of one moment keep the order of their insertion, so
/// every run has the same order.
package struct DeadlineQueue<Event: Hashable & Sendable>: Sendable {
  private struct Entry {
    let moment: Moment
    let number: UInt64
    let event: Event

    func precedes(_ other: Entry) -> Bool { (moment, number) < (other.moment, other.number) }
  }

  private var heap: [Entry] = []
  private var entered: UInt64 = 0

  package init() {}

  package var earliest: Moment? { heap.first?.moment }

  package mutating func add(_ event: Event, at moment: Moment) {
    heap.append(Entry(moment: moment, number: entered, event: event))
    entered += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest due event, with its moment.
  package mutating func next(until now: Moment) -> (event: Event, moment: Moment)? {
    guard let first = heap.first, first.moment <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sinkFirst()
    }
    return (first.event, first.moment)
  }

  private mutating func sinkFirst() {
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].precedes(heap[smallest]) { smallest = child }
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
