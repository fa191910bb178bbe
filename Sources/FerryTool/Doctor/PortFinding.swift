import FerryModule

/// What is at the port that the server listens on.
enum PortFinding {
  /// - Parameters:
  ///   - refused: Why it cannot be listened on; nil when it can.
  ///   - health: What answers there, if something listens.
  static func finding(
    _ address: String, _ port: Int, refused: PortCheck.Refused?, health: Fetched?
  ) -> Finding {
    let subject = "\(address):\(port)"
    switch refused {
    case nil: return .note(.port, subject, "It is free: the server is not running.")
    case .inUse:
      if case .answer(let answer) = health, answer.status == 200 {
        return .ok(.port, subject, "The server listens there.")
      }
      return .error(
        .port, subject, "Another program listens there.", "Stop it, or choose another port with ferry.listen.port.")
    case .notAllowed:
      return .error(
        .port, subject, "This user may not listen there.", "Choose a port from 1024 on with ferry.listen.port.")
    case .notHere:
      return .error(
        .port, subject, "This machine has no such address.", "Choose another with ferry.listen.address.")
    }
  }
}
