/// A currency by its ISO 4217 code, with the number of its decimals.
public struct Currency: Hashable, Sendable {
  /// The three-letter code, upper case.
  public let code: String
  /// Decimal places between the major and the minor unit: 0 for the yen, 2 for the euro, 3 for the Kuwaiti dinar.
  public let exponent: Int

  public static let jpy = Currency(code: "JPY", exponent: 0)
  public static let eur = Currency(code: "EUR", exponent: 2)
  public static let usd = Currency(code: "USD", exponent: 2)
  public static let gbp = Currency(code: "GBP", exponent: 2)
  public static let sek = Currency(code: "SEK", exponent: 2)
  public static let cop = Currency(code: "COP", exponent: 2)
}

extension Currency {
  /// - Parameter code: Upper case. Nil for a code that ISO 4217 does not list with a minor unit.
  public init?(_ code: String) {
    guard let exponent = Self.exponents[code] else { return nil }
    self.init(code: code, exponent: exponent)
  }

  /// Minor units in one major unit: 1 for the yen, 100 for the euro.
  public var minorUnitsPerMajorUnit: Int64 { (0..<exponent).reduce(1) { units, _ in units * 10 } }

  /// ISO 4217 list one of 2025, without funds, metals and codes for testing.
  private static let exponents: [String: Int] = {
    let byExponent = [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
      (
        2,
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP \
        CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR \
        JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN \
        NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
        SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
        """
      ),
      (3, "BHD IQD JOD KWD LYD OMR TND"),
      (4, "CLF UYW"),
    ]
    let pairs = byExponent.flatMap { exponent, codes in codes.split(separator: " ").map { (String($0), exponent) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

extension Currency: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      Currency.init, else: "Not an ISO 4217 currency code; write three capital letters such as JPY.")
  }

  public func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
