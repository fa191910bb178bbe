/// Compares bytes in a time that depends on their number only. Use it for everything secret.
public func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for (one, other) in zip(left, right) { difference |= one ^ other }
  return difference == 0
}

/// Compares the UTF-8 of two texts in a time that depends on their length only.
public func equalInConstantTime(_ left: String, _ right: String) -> Bool {
  equalInConstantTime(left.utf8, right.utf8)
}
