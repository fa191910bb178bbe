/// Variables that Kubernetes sets in every container for each service of its namespace. For a service named "ferry", or
/// "ferry-" and more, they begin as Ferry's own do, and nobody has written them. (Kubernetes documentation, "Service":
/// environment variables.)
enum ServiceLinkVariable {
  static func matches(_ name: String, _ value: String) -> Bool {
    if name.hasSuffix("_SERVICE_HOST") || name.hasSuffix("_SERVICE_PORT") || name.contains("_SERVICE_PORT_") {
      return true
    }
    let protocols = ["TCP", "UDP", "SCTP"]
    // FERRY_PORT is tcp://10.0.0.11:8080 there; a bare number is a person's mistake.
    if name.hasSuffix("_PORT"), protocols.contains(where: { value.hasPrefix($0.lowercased() + "://") }) { return true }
    // FERRY_PORT_8080_TCP, and the same with _PROTO, _PORT and _ADDR.
    var parts = name.split(separator: "_")
    if let last = parts.last, ["PROTO", "PORT", "ADDR"].contains(last) { parts.removeLast() }
    guard parts.count >= 4, protocols.contains(String(parts[parts.count - 1])) else { return false }
    return Int(parts[parts.count - 2]) != nil && parts[parts.count - 3] == "PORT"
  }
}
