package import AsyncHTTPClient
package import FerryCore

extension HTTPClientResponse.Body {
  /// Reads an answer if only its status is needed, so that its connection can be used again. If a body is large or has not
  /// ended within a second, it is given up together with its connection.
  package func discard(_ time: any Timekeeper) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await collect(upTo: 1 << 14) }
      group.addTask { try? await time.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }
}
