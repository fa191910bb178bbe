import FerryHTTP

/// A type of identity document ("Document types", PlacetoPay documentation). The pattern checks the form of a number, not
/// its check digits.
public enum DocumentType: String, Hashable, Sendable, CaseIterable {
  /// Any country: passport, tax number, driving licence.
  case passport = "PPN"
  case tax = "TAX"
  case license = "LIC"
  /// Belize: social security number, business registration number.
  case bzssn = "BZSSN"
  case brn = "BRN"
  /// Brazil.
  case cpf = "CPF"
  /// Chile.
  case clrut = "CLRUT"
  /// Colombia: identity card, foreigner's identity card, minor's identity card, and two for companies without the check
  /// digit.
  case cc = "CC"
  case ce = "CE"
  case ti = "TI"
  case nit = "NIT"
  case rut = "RUT"
  /// Costa Rica: persons, companies, and two for foreigners.
  case crcpf = "CRCPF"
  case cpj = "CPJ"
  case dimex = "DIMEX"
  case didi = "DIDI"
  /// Ecuador: persons, taxpayers.
  case ci = "CI"
  case ruc = "RUC"
  /// Honduras: persons, residents, taxpayers.
  case hndni = "HNDNI"
  case hndr = "HNDR"
  case rtn = "RTN"
  /// Panama: persons, taxpayers.
  case cip = "CIP"
  case paruc = "PARUC"
  /// Peru: persons, taxpayers.
  case dni = "DNI"
  case peruc = "PERUC"
  /// Puerto Rico, where document and type can be left out.
  case ein = "EIN"
  /// Uruguay: persons, taxpayers.
  case uyci = "UYCI"
  case uyrut = "UYRUT"

  /// The country by ISO 3166-1; nil for a type of any country.
  public var country: String? { facts.country }

  /// A regular expression for the whole number.
  public var pattern: String { facts.pattern }

  /// Returns true if a number has the type's form.
  public func accepts(_ document: String) -> Bool { document.matches(pattern) }

  /// The number in the form that PlacetoPay takes; nil if there is none. People also write dots, blanks and hyphens, and
  /// companies in Colombia their check digit after a hyphen.
  public func form(of document: String) -> String? {
    let plain = document.filter { $0 != "." && !$0.isWhitespace }
    let isCompany = self == .nit || self == .rut
    let joined = isCompany ? String(plain.prefix { $0 != "-" }) : plain.replacing("-", with: "")
    return [plain, joined].first(where: accepts)
  }

  private var facts: (country: String?, pattern: String) {
    switch self {
    case .passport, .tax, .license: (nil, "[a-zA-Z0-9_]{4,16}")
    case .bzssn: ("BZ", "[0-9]{9}")
    case .brn: ("BZ", "[0-9]{5,7}")
    case .cpf: ("BR", "[0-9]{10,11}")
    case .clrut: ("CL", "[0-9]{1,2}(\\.?[0-9]{1,3}){2}-[0-9Kk]")
    case .cc: ("CO", "[1-9][0-9]{3,9}")
    case .ce: ("CO", "([a-zA-Z]{1,5})?[1-9][0-9]{3,7}")
    case .ti: ("CO", "[1-9][0-9]{4,11}")
    case .nit, .rut: ("CO", "[1-9][0-9]{6,9}")
    case .crcpf: ("CR", "[1-9][0-9]{8}")
    case .cpj: ("CR", "[1-9][0-9]{9}")
    case .dimex, .didi: ("CR", "[1-9][0-9]{10,11}")
    case .ci: ("EC", "[0-9]{10}")
    case .ruc: ("EC", "[0-9]{13}")
    case .hndni, .hndr: ("HN", "[a-zA-Z0-9]{1,15}")
    case .rtn: ("HN", "[0-9]{14,16}")
    case .cip: ("PA", "(N|E|PE[0-9]+)?[0-9]{2,6}[0-9]{2,6}")
    case .paruc: ("PA", "[a-zA-Z0-9-]{1,16}")
    case .dni: ("PE", "[0-9]{8}")
    case .peruc: ("PE", "(10|15|16|17|20)[0-9]{9}")
    case .ein: ("PR", "[1-9][0-9]?-[0-9]{7}")
    case .uyci: ("UY", "[0-9]{6,7}-[0-9]")
    case .uyrut: ("UY", "[0-9]{12}")
    }
  }
}
