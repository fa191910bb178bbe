import Hummingbird
import BigInt
