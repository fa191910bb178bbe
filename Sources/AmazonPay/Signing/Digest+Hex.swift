import Crypto
import FerryCore

/// The SHA-256 of bytes in lower-case hexadecimal.
func sha256Hex(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(data: bytes)) }
