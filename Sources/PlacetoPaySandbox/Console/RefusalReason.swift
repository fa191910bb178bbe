import FerrySandbox

/// The meaning of reason codes, and what to do about them.
enum RefusalReason {
  static func explanation(_ code: String, _ words: PageWords) -> String? {
    switch code {
    case "100":
      words(
        "Falta auth, o el cuerpo no es JSON con Content-Type: application/json.",
        "There is no auth, or the body is not JSON with Content-Type: application/json.")
    case "101": words("El login no existe en este sitio.", "The site has another login.")
    case "102":
      words(
        "El tranKey no corresponde: Base64(SHA-256(nonce sin codificar + seed + secretKey)).",
        "The tranKey does not fit: Base64(SHA-256(decoded nonce + seed + secret key)).")
    case "103":
      words(
        "El seed se aleja más de 5 minutos de la hora del servidor. Revisa el reloj.",
        "The seed is more than 5 minutes away from the server's time. Check the clock.")
    case "104", "105", "106":
      words(
        "El sitio está inactivo o expirado; /control lo cambia.",
        "The site is inactive or expired; /control changes it.")
    case "200":
      words(
        "Es un error de la API SOAP; aquí solo lo da una falla planeada.",
        "An error of the SOAP API; only a planned fault gives it here.")
    case "10001":
      words(
        "PlacetoPay pide contactar a soporte; aquí solo lo da una falla planeada.",
        "PlacetoPay asks to contact its support; only a planned fault gives it here.")
    case "107":
      words(
        "El nonce no es Base64, o el seed no es una fecha ISO 8601 con zona.",
        "The nonce is not Base64, or the seed is no ISO 8601 date-time with a zone.")
    case "request_not_valid":
      words(
        "Un campo o el estado no lo permite; el mensaje lo nombra.",
        "A field or the state forbids it; the message names it.")
    case "payer_data_not_valid":
      words("Los datos de payer rompen un límite.", "The data of payer break a limit.")
    case "action_not_allowed":
      words("La sesión ya no está pendiente.", "The session is not pending any more.")
    case "transaction_request_error": words("La transacción expiró.", "The transaction has expired.")
    case "max_dispersion_error": words("Hay demasiadas dispersiones.", "There are too many dispersions.")
    case "XN": words("El token no existe o fue invalidado.", "The token does not exist, or was invalidated.")
    case "NA": words("No existe esa ruta.", "There is no such path.")
    case "XH": words("Una falla planeada dio esta respuesta.", "A planned fault gave this answer.")
    case "0": words("La referencia o la expiración no es válida.", "The reference or the expiration is not valid.")
    default: nil
    }
  }

  static func explanation(_ finding: SigningFinding, _ words: PageWords) -> String {
    switch finding.name {
    case SigningFinding.encodedNonce.name:
      words(
        "Se usó el nonce codificado en Base64; se debe usar el original.",
        "The nonce was hashed in Base64; hash the raw nonce, and send its Base64.")
    case SigningFinding.hexadecimalDigest.name:
      words(
        "Se codificó el texto hexadecimal del hash; se codifican sus 32 bytes.",
        "The hexadecimal text of the hash was encoded; encode its 32 bytes.")
    case SigningFinding.legacyDigest.name:
      words("Se usó SHA-1; el sitio espera SHA-256.", "SHA-1 was used; the site expects SHA-256.")
    case SigningFinding.rewrittenSeed.name:
      words(
        "El seed se escribió de otra forma después del hash.",
        "The seed was written in another form after hashing. Send the text that was hashed.")
    default: finding.text
    }
  }
}
