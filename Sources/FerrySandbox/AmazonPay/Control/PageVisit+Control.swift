extension PageVisit {
  mutating func control(_ path: String) -> PageAnswer { PageAnswer(.json(404, [:])) }
}
