import FerryCheckout
import Foundation
import Testing
@Test func tmpDump() throws {
  let e = JSONEncoder(); e.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  print("DUMP:" + String(decoding: try e.encode(Place.payUndecided.attempt().checkout), as: UTF8.self))
}
