public import FerryCore

extension Moment {
  /// Reads the times of exports (ISO 8601): `2026-01-31T12:00:00Z`, with `+09:00`, `+0900` or `+09` instead of the Z,
  /// a blank instead of the T, without seconds, or with a fraction of them. A day alone is its beginning in UTC. Nil
  /// for anything else, including a time without a zone.
  public init?(written text: String) {
    var rest = Substring(text)
    func number(_ digits: Int) -> Int? {
      let part = rest.prefix(digits)
      guard part.utf8.count == digits, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(digits)
      return Int(part)
    }
    func skip(_ characters: Set<Character>) -> Character? {
      guard let first = rest.first, characters.contains(first) else { return nil }
      return rest.removeFirst()
    }
    guard let year = number(4), skip(["-"]) != nil, let month = number(2), skip(["-"]) != nil, let day = number(2)
    else { return nil }
    guard !rest.isEmpty else {
      self.init(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
      return
    }
    guard skip(["T", " "]) != nil, let hour = number(2), skip([":"]) != nil, let minute = number(2) else { return nil }
    var second = 0
    var milliseconds: Int64 = 0
    if skip([":"]) != nil {
      guard let read = number(2) else { return nil }
      second = read
      if skip([".", ","]) != nil {
        let fraction = rest.prefix { $0.isASCII && $0.isNumber }
        guard !fraction.isEmpty, let thousandths = Int64((fraction + "00").prefix(3)) else { return nil }
        rest = rest.dropFirst(fraction.count)
        milliseconds = thousandths
      }
    }
    guard let zone = skip(["Z", "+", "-"]) else { return nil }
    var offset = 0
    if zone != "Z" {
      guard let hours = number(2) else { return nil }
      let minutes = rest.isEmpty ? 0 : skip([":"]).flatMap { _ in number(2) } ?? number(2)
      guard let minutes, hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (zone == "-" ? -1 : 1)
    }
    guard rest.isEmpty,
      let moment = Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self = moment + .milliseconds(milliseconds) - .seconds(offset * 60)
  }
}
