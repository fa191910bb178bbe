import Crypto
import CryptoExtras
import Foundation

/// What one request signature costs on this machine: RSA with 2048 bits, PSS, SHA-256.
enum SignatureCost {
  /// CPU time of one signature, the mean of many.
  static func measured(count: Int = 1000) throws -> Duration {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let digest = SHA256.hash(data: Array("AMZN-PAY-RSASSA-PSS-V2".utf8))
    for _ in 0..<50 { _ = try key.signature(for: digest, padding: .PSS) }
    let start = threadTime()
    for _ in 0..<count { _ = try key.signature(for: digest, padding: .PSS) }
    return (threadTime() - start) / count
  }

  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
