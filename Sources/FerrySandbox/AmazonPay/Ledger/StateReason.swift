/// Why an object is in its state.
struct StateReason: Codable, Hashable {
  let code: String
  let description: String?

  init(_ code: String, _ description: String? = nil) {
    self.code = code
    self.description = description
  }
}
