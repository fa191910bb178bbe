/// The objects of one kind in a ledger by their keys, with the changes since the last line of the journal.
package struct ObjectTable<Key: Hashable & Sendable, Object: Sendable>: Sendable {
  private var objects: [Key: Object] = [:]
  /// The keys of stored and deleted objects, in the order of their first change.
  private var changed: [Key] = []
  private var marked: Set<Key> = []

  package init() {}

  /// Setting nil deletes the object.
  package subscript(key: Key) -> Object? {
    get { objects[key] }
    set {
      objects[key] = newValue
      if marked.insert(key).inserted { changed.append(key) }
    }
  }

  /// In no order.
  package var values: Dictionary<Key, Object>.Values { objects.values }

  package var count: Int { objects.count }

  package var isEmpty: Bool { objects.isEmpty }

  package var hasChanges: Bool { !changed.isEmpty }

  /// Returns the changed objects and the keys of deleted ones, each nil for none, and forgets the changes.
  package mutating func drainChanges() -> (stored: [Object]?, deleted: [Key]?) {
    defer { forgetChanges() }
    let stored = changed.compactMap { objects[$0] }
    let deleted = changed.filter { objects[$0] == nil }
    return (stored.isEmpty ? nil : stored, deleted.isEmpty ? nil : deleted)
  }

  private mutating func forgetChanges() {
    changed = []
    marked = []
  }
}

extension ObjectTable where Object: Identifiable, Object.ID == Key, Key: Comparable {
  /// In the order of their ids.
  package var sorted: [Object] { values.sorted { $0.id < $1.id } }

  package mutating func store(_ object: Object) { self[object.id] = object }

  /// Stores and deletes the objects of a line of the journal.
  package mutating func restore(_ stored: [Object]?, deleted: [Key]? = nil) {
    for object in stored ?? [] { store(object) }
    for key in deleted ?? [] { self[key] = nil }
  }
}
