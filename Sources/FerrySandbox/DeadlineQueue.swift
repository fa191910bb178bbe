package import FerryCore

/// Events by the moment when they fall due, the earliest first; a binary heap. Equal moments come in the order of their
/// entry, so that time passes the same way in every run.
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

  /// When the next event is due.
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

  /// Takes out the earliest event that is due, with its moment.
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
