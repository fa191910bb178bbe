import Crypto
import CryptoExtras
