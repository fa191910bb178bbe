public import ArgumentParser
import FerryCheckout
public import FerryCore
import FerrySandbox
import Foundation
import NIOPosix

extension ClosedRange<Int> {
  static var ports: ClosedRange<Int> { 1...65_535 }

  func require(_ number: Int?, of option: String) throws {
    guard let number, !contains(number) else { return }
    throw ValidationError("\(option) must be a number from \(lowerBound) to \(upperBound).")
  }
}

extension [any SandboxModule.Type] {
  var ids: [String] { map { $0.id } }

  func module(_ id: String) throws -> any SandboxModule.Type {
    guard let module = first(where: { $0.id == id }) else {
      throw ValidationError(UnknownName.message("provider", id, among: ids))
    }
    return module
  }
}

/// A time as people write it: a day in UTC, which is its beginning, or a time with its zone.
struct PointInTime: ExpressibleByArgument {
  let moment: Moment

  init?(argument: String) {
    guard let moment = Moment(written: argument) else { return nil }
    self.moment = moment
  }
}

/// A deadline. A day means its end.
struct Deadline: ExpressibleByArgument {
  let moment: Moment

  init?(argument: String) {
    guard let moment = Moment(written: argument) else { return nil }
    self.moment = argument.utf8.count == 10 ? moment + .seconds(86_399) : moment
  }
}

extension Mode: ExpressibleByArgument {}
extension DisputeState: ExpressibleByArgument {}
extension DisputeReason: ExpressibleByArgument {}
extension RefundReason: ExpressibleByArgument {}

/// Pieces of a line of an order: "tea", which is one, or "tea=2". An id may have equals signs.
struct LineArgument: ExpressibleByArgument {
  let line: LineQuantity

  init?(argument: String) {
    let end = argument.lastIndex(of: "=")
    guard let quantity = end.map({ Int(argument[$0...].dropFirst()) }) ?? 1, quantity > 0 else { return nil }
    line = LineQuantity(id: String(argument[..<(end ?? argument.endIndex)]), quantity: quantity)
  }
}

enum AmountArgument {
  static func money(_ text: String, _ option: String, _ currency: Currency) throws -> Money {
    do {
      return try Money(decimal: text, currency)
    } catch {
      throw CommandFailure("\(option) \(text) is not an amount in \(currency). \(error)")
    }
  }
}

/// An input file of a command; `-` names standard input.
enum InputFile {
  static func bytes(_ path: String) async throws -> [UInt8] {
    // A pipe can block for long, so it is read on a thread of its own.
    let data = try await NIOThreadPool.singleton.runIfActive { () -> Data? in
      guard path == "-" else { return FileManager.default.contents(atPath: path) }
      do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch { return nil }
    }
    guard let data else {
      throw CommandFailure(path == "-" ? "Cannot read standard input." : "Cannot read the file \(path).")
    }
    return Array(data)
  }

  /// The content of a file; nil if it cannot be read.
  static func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

  /// The text of a file in UTF-8; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).flatMap { String(bytes: $0, encoding: .utf8) }
  }

  /// The time of the last change; nil for standard input.
  static func writtenAt(_ path: String) -> Moment? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return (attributes[.modificationDate] as? Date).map {
      Moment(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)))
    }
  }
}

extension [String: String] {
  /// A variable of the environment; nil if it is missing or empty, because many process managers cannot unset one.
  func given(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
