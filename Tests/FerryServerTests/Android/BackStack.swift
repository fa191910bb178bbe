import FerryModule

/// The tasks of a device with their activities, under Android's rules. Pure: the system's calls to an app are in `calls`.
struct BackStack: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let number: Int
    let package: String
    let activity: AndroidManifest.Activity
    /// Declared, or requested by the starting activity.
    let isWithoutHistory: Bool
    /// True if there is an object in the app's memory. The system keeps the entry and its saved state without one.
    var isAlive = true
  }

  struct Task: Hashable, Sendable {
    let affinity: String
    var entries: [Entry]
  }

  enum Call: Hashable, Sendable {
    case create(Int, AndroidIntent, isRestored: Bool)
    case newIntent(Int, AndroidIntent)
    case stop(Int)
    case resume(Int)
  }

  /// The last one is in front.
  private(set) var tasks: [Task] = []
  /// Only the home screen is visible.
  private(set) var isHome = true
  var calls: [Call] = []
  private var last = 0
  private var seen: Int?

  /// The visible entry; nil for the home screen.
  var front: Entry? { isHome ? nil : tasks.last?.entries.last }

  var entries: [Entry] { tasks.flatMap(\.entries) }

  func isRoot(_ number: Int) -> Bool { tasks.contains { $0.entries.first?.number == number } }

  // MARK: Starting

  /// - Parameter source: The entry that starts it; nil for the home screen and other tasks.
  mutating func start(
    _ activity: AndroidManifest.Activity, of package: String, _ intent: AndroidIntent, from source: Int? = nil
  ) {
    let isSingleTask = activity.launchMode == .singleTask
    let home = source.flatMap { source in tasks.firstIndex { $0.entries.contains { $0.number == source } } }
    let isInNewTask = isSingleTask || home == nil || intent.flags.contains(.newTask)
    let place = isInNewTask ? tasks.firstIndex { $0.affinity == activity.taskAffinity } : home
    isHome = false
    guard let place else {
      tasks.append(Task(affinity: activity.taskAffinity, entries: []))
      push(activity, package, intent)
      return settle()
    }
    tasks.append(tasks.remove(at: place))
    let entries = tasks[tasks.count - 1].entries
    let known = entries.lastIndex { $0.package == package && $0.activity.name == activity.name }
    let isTopReused = activity.launchMode == .singleTop || intent.flags.contains(.singleTop)
    if let known, isSingleTask || intent.flags.contains(.clearTop) {
      tasks[tasks.count - 1].entries.removeSubrange((known + 1)...)
      if activity.launchMode == .standard, !isTopReused {
        tasks[tasks.count - 1].entries.removeLast()
        push(activity, package, intent)
      } else {
        deliver(intent, at: known)
      }
    } else if intent.isLauncher, entries.first?.activity.name == activity.name {
      // The task comes to the front unchanged.
    } else if isTopReused, let known, known == entries.count - 1 {
      deliver(intent, at: known)
    } else {
      push(activity, package, intent)
    }
    settle()
  }

  private mutating func push(_ activity: AndroidManifest.Activity, _ package: String, _ intent: AndroidIntent) {
    last += 1
    tasks[tasks.count - 1].entries.append(
      Entry(
        number: last, package: package, activity: activity,
        isWithoutHistory: activity.noHistory || intent.flags.contains(.noHistory)))
    calls.append(.create(last, intent, isRestored: false))
  }

  private mutating func deliver(_ intent: AndroidIntent, at index: Int) {
    revive(index)
    calls.append(.newIntent(tasks[tasks.count - 1].entries[index].number, intent))
  }

  private mutating func revive(_ index: Int) {
    let entry = tasks[tasks.count - 1].entries[index]
    guard !entry.isAlive else { return }
    tasks[tasks.count - 1].entries[index].isAlive = true
    calls.append(.create(entry.number, AndroidIntent(), isRestored: true))
  }

  // MARK: Events

  mutating func finish(_ number: Int) {
    remove(number)
    settle()
  }

  /// The back key, if the page in a browser has no earlier one. From Android 12 on the icon's activity stays.
  mutating func back() {
    guard let front else { return }
    if front.activity.isLauncher, isRoot(front.number) { return goHome() }
    finish(front.number)
  }

  mutating func goHome() {
    isHome = true
    settle()
  }

  /// From the list of recent apps.
  mutating func bringBack(_ affinity: String) {
    guard let place = tasks.firstIndex(where: { $0.affinity == affinity }) else { return }
    tasks.append(tasks.remove(at: place))
    isHome = false
    settle()
  }

  /// The system kills a process without visible activities; its entries stay.
  mutating func kill(_ package: String) {
    guard front?.package != package else { return }
    for task in tasks.indices {
      for entry in tasks[task].entries.indices where tasks[task].entries[entry].package == package {
        tasks[task].entries[entry].isAlive = false
      }
    }
  }

  private mutating func remove(_ number: Int) {
    for index in tasks.indices { tasks[index].entries.removeAll { $0.number == number } }
    tasks.removeAll(where: \.entries.isEmpty)
    if tasks.isEmpty { isHome = true }
  }

  /// A hidden activity stops, and is removed if it has no history. The visible one is created if necessary, and resumes.
  private mutating func settle() {
    let now = front?.number
    guard now != seen else { return }
    if let stopped = entries.first(where: { $0.number == seen }) {
      calls.append(.stop(stopped.number))
      if stopped.isWithoutHistory { remove(stopped.number) }
    }
    seen = front?.number
    guard let seen, let index = tasks.last?.entries.indices.last else { return }
    revive(index)
    calls.append(.resume(seen))
  }
}
