import Testing

@testable import FerryTesting

@Suite("Places for browsers", .timeLimit(.minutes(10)))
struct PlacesForBrowsersTests {
  /// Starts tasks that take a place, one after the other, and returns when each of them waits.
  private static func waiters(_ names: [String], for places: BrowserPlaces, _ diary: VirtualTimeTests.Diary) async
    -> [Task<Void, any Error>]
  {
    var tasks: [Task<Void, any Error>] = []
    for name in names {
      tasks.append(
        Task {
          try await places.enter()
          diary.write(name)
        })
      while places.waiting < tasks.count { await Task.yield() }
    }
    return tasks
  }

  @Test("Whoever finds none free waits, and the first to wait is the first to get one")
  func order() async throws {
    let places = BrowserPlaces(count: 2)
    let diary = VirtualTimeTests.Diary()
    try await places.enter()
    try await places.enter()
    let tasks = await Self.waiters(["first", "second", "third"], for: places, diary)
    #expect(diary.pages == [])
    for (number, task) in tasks.enumerated() {
      places.leave()
      try await task.value
      #expect(diary.pages.count == number + 1)
    }
    #expect(diary.pages == ["first", "second", "third"])
  }

  @Test("Whoever is cancelled while waiting takes no place")
  func cancelled() async throws {
    let places = BrowserPlaces(count: 1)
    let diary = VirtualTimeTests.Diary()
    try await places.enter()
    let tasks = await Self.waiters(["cancelled", "patient"], for: places, diary)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(places.waiting == 1)
    places.leave()
    try await tasks[1].value
    #expect(diary.pages == ["patient"])
    places.leave()
    try await places.enter()
  }
}
