import FerryCore

/// A report that a merchant asked for.
struct Report: Codable, Hashable {
  let id: String
  let documentID: String
  let owner: Owner
  let type: String
  let startTime: String?
  let endTime: String?
  let createdAt: Moment
  let due: Moment
}

/// A report that shall be made again and again.
struct ReportSchedule: Codable, Hashable {
  let id: String
  let owner: Owner
  let type: String
  let frequency: String
  let nextCreation: String?
}
