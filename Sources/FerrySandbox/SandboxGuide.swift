/// The parts of a guide of `ferry sandbox` that all sandboxes have, in lines of at most 78 columns.
package enum SandboxGuide {
  /// The section about the console's pages.
  /// - Parameters:
  ///   - ledger: The entries of the first page: "orders with their transactions".
  ///   - notifications: The entries of the page of notifications.
  package static func pages(_ ledger: String, notifications: String = "what was sent, and what was answered") -> String
  {
    """
    PAGES
      /console                \(ledger), and actions
      /console/requests       the last requests with their answers, without
                              secrets, and why they were refused
      /console/notifications  \(notifications)
    """
  }

  /// The section about the control API.
  /// - Parameters:
  ///   - faults: Examples of faults, and notes about their codes.
  ///   - operations: The values of a fault's `operation`.
  ///   - note: A line below the operations.
  ///   - objects: The values of a notification fault's `object`; empty if there is only one.
  ///   - page: The purpose of `POST /control/pages`, and examples.
  ///   - buyer: Examples of `POST /control/buyer`, and the provider's details.
  package static func control(
    faults: String, operations: [String], note: String? = nil, objects: [String] = [], page: String, buyer: String
  ) -> String {
    """
    CONTROL API, with --control; bodies are JSON, declared as application/json
      GET  /control/ledger              money by order number
      GET  /control/requests            the last requests
      GET  /control/notifications       what was sent, and what was answered
      POST /control/clock               {"advanceSeconds": 86400}
      POST /control/faults
    \(indented(faults))
        kind
    \(wrapped(FaultNames.kinds))
        operation
    \(wrapped(operations))\(note.map { "\n      \($0)" } ?? "")
      POST /control/notifications/faults
        {"kind": "lose"}
        kind
    \(wrapped(FaultNames.notificationKinds))\(objects.isEmpty ? "" : "\n    object\n\(wrapped(objects))")
      POST /control/notifications/NUMBER/resend
        {}
      POST /control/pages               \(indented(page).drop { $0 == " " })
      POST /control/buyer               acts as the buyer of an order
    \(indented(buyer))
        act
    \(wrapped(BuyerAct.allCases.map(\.rawValue)))
    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }

  package static func wrapped(_ words: [String]) -> String {
    let margin = String(repeating: " ", count: 10)
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(margin + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}
