package import FerryCore
package import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Certificate {
  package var begins: Moment { Moment(notValidBefore) }

  package var ends: Moment { Moment(notValidAfter) }
}

extension Moment {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64(date.timeIntervalSince1970.rounded(.down)) * 1000)
  }

  /// To the second, which is as exact as certificates are (RFC 5280 §4.1.2.5).
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds / 1000)) }
}

extension Certificate.SerialNumber {
  /// 128 bits, of which the first is never set and the second always: positive, and of one length (RFC 5280 §4.1.2.2).
  package static func random(_ randomness: any Randomness) -> Certificate.SerialNumber {
    var bytes = randomness.bytes(16)
    bytes[0] = bytes[0] & 0x7F | 0x40
    return Certificate.SerialNumber(bytes: bytes)
  }
}
