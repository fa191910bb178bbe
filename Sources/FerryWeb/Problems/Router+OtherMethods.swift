import FerryCore
import HTTPTypes
public import Hummingbird

extension Router {
  /// Answers a method that a path does not have with 405 and the methods that it has (RFC 9110 §15.5.6), where the router
  /// by itself would say that the path is not there.
  ///
  /// The router answers HEAD wherever it answers GET: make it with `autoGenerateHeadEndpoints`.
  ///
  /// Call it when everything has been added: it goes by the router's own routes, and its answers pass the middlewares that
  /// were added by then.
  public func refuseOtherMethods() {
    for (_, routes) in Dictionary(grouping: routes, by: \.path.description) {
      let own = Set(routes.map(\.method))
      let allowed = own.union(own.contains(.get) ? [.head] : []).sorted { $0.rawValue < $1.rawValue }
      let refusal = ProblemResponse(
        Problem(.methodNotAllowed, "The address exists, but not for this method."),
        headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
      for method in HTTPRequest.Method.known where !allowed.contains(method) {
        on(routes[0].path, method: method) { _, _ -> Response in throw refusal }
      }
    }
  }
}

extension HTTPRequest.Method {
  /// What a client may reasonably send: RFC 9110 §9.3 without CONNECT, PATCH (RFC 5789), and QUERY, which is a draft.
  fileprivate static let known: [HTTPRequest.Method] = {
    guard let query = HTTPRequest.Method("QUERY") else { preconditionFailure("Not a method's name.") }
    return [.get, .head, .post, .put, .delete, .options, .trace, .patch, query]
  }()
}
