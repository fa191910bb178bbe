import FerryWeb
import HTTPTypes

extension HostedPageSandbox {
  /// The page at the root.
  /// - Parameter path: The path of the API that a shop calls first.
  package func home(api path: String) -> PageAnswer {
    PageAnswer(
      Self.shell().message(
        "The \(Self.name) sandbox is running", "\(origin.text)\(path)",
        actions: hasConsole ? ConsolePage.Place.ledger.link.button("Console", .secondary) : .empty))
  }

  /// A form that cannot be read is named; everything else is not found.
  package func refuse(_ error: any Error, _ page: PageRequest<Self>) -> PageAnswer {
    guard let error = error as? InvalidField else { return notFound(page) }
    return PageAnswer(
      Self.shell(.badRequest).message("The form could not be read", "\(error.name): \(error.detail)"))
  }
}

extension CardEntry.Problem {
  /// The message on the page.
  package var message: String {
    switch self {
    case .number: "The card number is not valid."
    case .expiry: "The expiry date is not valid."
    case .code: "The security code is not valid."
    }
  }
}
