public import FerryCheckout
public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderOptions {
  /// The options as a provider's own type.
  /// - Throws: `OrderProblems` with pointers below the options: all members that are missing, wrong or unknown.
  public func decoded<Options: Decodable>(as type: Options.Type = Options.self) throws(OrderProblems) -> Options {
    do {
      let written = try JSONEncoder().encode(self)
      if let problem = FieldProblems.all(in: Array(written), for: type, refusingUnknown: true) {
        throw OrderProblems(problem.errors.map { OrderProblem($0.pointer, $0.detail) })
      }
      return try JSONDecoder().decode(type, from: written)
    } catch let problems as OrderProblems {
      throw problems
    } catch let error as DecodingError {
      throw OrderProblems(Problem(error).errors.map { OrderProblem($0.pointer, $0.detail) })
    } catch {
      throw OrderProblems([OrderProblem("", "The options cannot be read.")])
    }
  }
}

extension Checkout {
  /// The shop's options as the provider's own type; nil without options.
  /// - Throws: `ProviderFailure.misconfigured` for options that this version does not know.
  public func options<Options: Decodable>(as type: Options.Type = Options.self) throws(ProviderFailure) -> Options? {
    guard let options else { return nil }
    do throws(OrderProblems) {
      return try options.decoded(as: type)
    } catch {
      throw .misconfigured(
        reason: "The options of this checkout cannot be read.", fix: "A later version stored them. Run that version.")
    }
  }
}

extension ProviderOptions {
  /// The problems of the options as a provider's own type: of their form, else those that `problems` finds.
  package func problems<Options: Decodable>(
    as type: Options.Type = Options.self, _ problems: (Options) -> [OrderProblem]
  ) -> [OrderProblem] {
    do throws(OrderProblems) {
      return problems(try decoded(as: type))
    } catch {
      return error.problems
    }
  }
}
