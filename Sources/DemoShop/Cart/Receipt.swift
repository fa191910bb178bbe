import FerryCore

/// What the buyer may be shown of a paid order for as long as the session lives.
struct Receipt: Codable, Sendable, Hashable {
  let orderNumber: String
  let total: Money?
}
