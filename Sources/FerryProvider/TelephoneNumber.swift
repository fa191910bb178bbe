import Foundation

/// Telephone numbers as people write them.
package enum TelephoneNumber {
  /// The number in the form that providers take: `+`, the country's code and the national number, 8 to 15 digits in all, without
  /// blanks (ITU-T E.164). Nil for text without such a number, and for a national number of an unknown country.
  /// - Parameter country: The country of a number that does not name it, in ISO 3166-1 alpha-2.
  package static func international(_ text: String, country: String?) -> String? {
    let text = text.precomposedStringWithCompatibilityMapping
    guard let start = text.firstIndex(where: { isDigit($0) || $0 == "+" }) else { return nil }
    // Words behind the number, such as "ext. 12", do not belong to it.
    let number = text[start...].prefix { !($0.isASCII && $0.isLetter) && !"#,;".contains($0) }
    let digits = String(number.filter(isDigit))
    guard number.first == "+" || digits.hasPrefix("00") else {
      guard let plan = country.flatMap({ plans[$0.uppercased()] }), let national = plan.national(digits) else {
        return nil
      }
      // It may be a national number, or the whole one without its plus sign.
      guard !national.hasPrefix(plan.code) || national.count < plan.code.count + 8 else { return nil }
      return whole(plan.code + national)
    }
    // In Italy the zero in parentheses belongs to the number.
    let full =
      withoutPrefix(number).hasPrefix("39") ? withoutPrefix(number) : withoutPrefix(number.replacing("(0)", with: ""))
    guard let plan = plans.values.first(where: { full.hasPrefix($0.code) }) else { return whole(full) }
    return plan.national(String(full.dropFirst(plan.code.count))).flatMap { whole(plan.code + $0) }
  }

  /// The digits behind the plus sign, or behind the two zeros that stand for it.
  private static func withoutPrefix(_ number: some StringProtocol) -> String {
    String(number.filter(isDigit).dropFirst(number.first == "+" ? 0 : 2))
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private static func whole(_ digits: String) -> String? {
    (8...15).contains(digits.count) && !digits.hasPrefix("0") ? "+" + digits : nil
  }

  /// The numbering plan of a country.
  private struct Plan {
    /// The country's code.
    let code: String
    /// The digits before a number for calls within the country; "" for none.
    let trunk: String

    /// The number without the digits for calls within the country, which people also write behind the code: `+46 070`. Russian and
    /// Kazakh numbers have ten digits and may begin with the trunk's 8 themselves; Lithuania's old trunk digit is 8, too.
    func national(_ digits: String) -> String? {
      let hasTrunk =
        switch code {
        case "7": digits.count == 11 && digits.hasPrefix(trunk)
        case "370": digits.count == 9 && (digits.hasPrefix("8") || digits.hasPrefix(trunk))
        default: !trunk.isEmpty && digits.hasPrefix(trunk)
        }
      let number = hasTrunk ? String(digits.dropFirst(trunk.count)) : digits
      return number.count >= 6 && (["39", "378"].contains(code) || !number.hasPrefix("0")) ? number : nil
    }
  }

  /// By country (ITU-T E.164, national numbering plans). Countries with one code have one trunk prefix, too.
  private static let plans: [String: Plan] = {
    let countries = [
      "0": """
      AE971 AL355 AR54 AT43 AU61 AX358 BA387 BE32 BG359 BO591 BR55 CH41 CL56 CN86 DE49 DZ213 EC593 EG20 FI358 FR33 GB44 \
      GE995 GG44 HR385 ID62 IE353 IL972 IM44 IN91 JE44 JO962 JP81 KE254 KH855 KR82 LK94 LT370 MA212 MD373 ME382 MK389 \
      MY60 NG234 NL31 NZ64 PE51 PH63 PK92 PY595 RO40 RS381 SA966 SE46 SI386 SK421 TH66 TR90 TW886 UA380 UY598 VE58 VN84 \
      ZA27
      """,
      "1": "AG1 AI1 AS1 BB1 BM1 BS1 CA1 DM1 DO1 GD1 GU1 JM1 KN1 KY1 LC1 MP1 MS1 PR1 SX1 TC1 TT1 US1 VC1 VG1 VI1",
      "06": "HU36", "8": "BY375 KZ7 RU7",
      "": """
      AD376 BH973 BZ501 CO57 CR506 CY357 CZ420 DK45 EE372 ES34 FO298 GI350 GL299 GR30 GT502 HK852 HN504 IS354 IT39 KW965 \
      LI423 LU352 LV371 MC377 MO853 MT356 MX52 NI505 NO47 OM968 PA507 PL48 PT351 QA974 SG65 SJ47 SM378 SV503 VA39
      """,
    ]
    let plans = countries.flatMap { trunk, list in
      list.split(separator: " ").map { (String($0.prefix(2)), Plan(code: String($0.dropFirst(2)), trunk: trunk)) }
    }
    return Dictionary(uniqueKeysWithValues: plans)
  }()
}
