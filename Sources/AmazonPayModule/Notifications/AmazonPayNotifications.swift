import FerryCore
import FerryHTTP
import Foundation
import SwiftASN1
import X509

/// The rules for authenticating Amazon's Instant Payment Notifications.
///
/// Notifications come through Amazon SNS. Anybody can own a topic there, and Amazon signs for all of them. A valid
/// signature alone therefore proves nothing: a notification counts only if it came through one of `topics`. It says that
/// something changed, and no more; the server then asks the API for the state.
public struct AmazonPayNotifications: Hashable, Sendable {
  /// The certificates that may sign messages.
  public enum Certificates: Hashable, Sendable {
    /// Certificates of Amazon SNS: fetched over https from its own hosts only, and issued for its name under Amazon's
    /// root authorities.
    case amazon
    /// Certificates of a sandbox on this machine, for test payments only. They bear Amazon's DNS name,
    /// `sns.amazonaws.com`.
    /// - Parameters:
    ///   - origin: Scheme, host and port of the loopback address that serves them: "http://127.0.0.1:3081".
    ///   - root: The certificate of its authority, in DER.
    case development(origin: String, root: [UInt8])
  }

  /// The topics whose notifications are accepted: "arn:aws:sns:ap-northeast-1:291180941288:A1B2C3D4E5F6G7".
  public let topics: Set<String>
  public let certificates: Certificates
  /// True if the server confirms a subscription to one of `topics`, by a request to Amazon SNS. Otherwise the log asks a
  /// person to do so.
  public let confirmsSubscriptions: Bool
  /// Amazon's authorities, in DER.
  var amazonRoots = AmazonRoots.all

  /// `development` with the authority's certificate in PEM.
  /// - Throws: `AmazonPayNotificationsProblem.rootUnreadable`.
  public static func certificates(
    ofSandbox origin: String, rootPEM: String
  ) throws(AmazonPayNotificationsProblem) -> Certificates {
    guard let root = try? Certificate(pemEncoded: rootPEM) else { throw .rootUnreadable }
    var serializer = DER.Serializer()
    do { try serializer.serialize(root) } catch { throw .rootUnreadable }
    return .development(origin: origin, root: serializer.serializedBytes)
  }

  /// - Parameter confirmsSubscriptions: Holds for `topics` alone.
  /// - Throws: `AmazonPayNotificationsProblem`.
  public init(
    topics: Set<String>, certificates: Certificates, confirmsSubscriptions: Bool = false
  ) throws(AmazonPayNotificationsProblem) {
    guard !topics.isEmpty else { throw .topicsMissing }
    guard topics.allSatisfy({ SNSTopic($0) != nil }) else { throw .topicMalformed }
    if case .development(let origin, let root) = certificates {
      guard let site = Origin(origin), site.text == origin, Loopback.isHost(site.host) else { throw .sandboxNotLocal }
      guard (try? Certificate(derEncoded: root)) != nil else { throw .rootUnreadable }
    }
    self.topics = topics
    self.certificates = certificates
    self.confirmsSubscriptions = confirmsSubscriptions
  }

  /// True for a sandbox's certificates.
  public var isDevelopment: Bool {
    if case .development = certificates { true } else { false }
  }
}

/// A problem of the settings of notifications. The description says what to enter.
public enum AmazonPayNotificationsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case topicsMissing
  /// A topic is not written as Amazon SNS writes it.
  case topicMalformed
  /// The sandbox is on another machine.
  case sandboxNotLocal
  /// The certificate of the sandbox's authority cannot be read.
  case rootUnreadable

  public var description: String {
    switch self {
    case .topicsMissing:
      "No topic is named. Name the topics of Amazon SNS that the account's notifications come through."
    case .topicMalformed:
      "A topic is not written as Amazon writes it: arn:aws:sns:, the region, twelve digits and the name, with colons "
        + "between."
    case .sandboxNotLocal:
      "Certificates of a sandbox are accepted on this machine only: give an address such as http://127.0.0.1:3081, "
        + "without a path."
    case .rootUnreadable: "The certificate of the sandbox's authority cannot be read."
    }
  }
}

/// Amazon's root authorities ("Amazon Trust Services"), in DER. They are pinned: this machine's other trusted
/// authorities do not count. The tests compare their SHA-256 with the values that Amazon publishes.
enum AmazonRoots {
  static let all = [rootCA1, rootCA2, rootCA3, rootCA4].compactMap { Data(base64Encoded: $0).map { Array($0) } }

  /// Amazon Root CA 1, RSA, 2048 bits, until 2038.
  private static let rootCA1 =
    """
    MIIDQTCCAimgAwIBAgITBmyfz5m/jAo54vB4ikPmljZbyjANBgkqhkiG9w0BAQsFADA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMG\
    QW1hem9uMRkwFwYDVQQDExBBbWF6b24gUm9vdCBDQSAxMB4XDTE1MDUyNjAwMDAwMFoXDTM4MDExNzAwMDAwMFowOTELMAkGA1UE\
    BhMCVVMxDzANBgNVBAoTBkFtYXpvbjEZMBcGA1UEAxMQQW1hem9uIFJvb3QgQ0EgMTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCC\
    AQoCggEBALJ4gHHKeNXjca9HgFB0fW7Y14h29Jlo91ghYPl0hAEvrAIthtOgQ3pOsqTQNroBvo3bSMgHFzZM9O6II8c+6zf1tRn4\
    SWiw3te5djgdYZ6k/oI2peVKVuRF4fn9tBb6dNqcmzU5L/qwIFAGbHrQgLKm+a/sRxmPUDgH3KKHOVj4utWp+UhnMJbulHheb4mj\
    UcAwhmahRWa6VOujw5H5SNz/0egwLX0tdHA114gk957EWW67c4cX8jJGKLhD+rcdqsq08p8kDi1L93FcXmn/6pUCyziKrlA4b9v7\
    LWIbxcceVOF34GfID5yHI9Y/QCB/IIDEgEw+OyQmjgSubJrIqg0CAwEAAaNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8E\
    BAMCAYYwHQYDVR0OBBYEFIQYzIU07LwMlJQuCFmcx7IQTgoIMA0GCSqGSIb3DQEBCwUAA4IBAQCY8jdaQZChGsV2USggNiMOruYo\
    u6r4lK5IpDB/G/wkjUu0yKGX9rbxenDIU5PMCCjjmCXPI6T53iHTfIUJrU6adTrCC2qJeHZERxhlbI1Bjjt/msv0tadQ1wUsN+gD\
    S63pYaACbvXy8MWy7Vu33PqUXHeeE6V/Uq2V8viTO96LXFvKWlJbYK8U90vvo/ufQJVtMVT8QtPHRh8jrdkPSHCa2XV4cdFyQzR1\
    bldZwgJcJmApzyMZFo6IQ6XU5MsI+yMRQ+hDKXJioaldXgjUkK642M4UwtBV8ob2xJNDd2ZhwLnoQdeXeGADbkpyrqXRfboQnoZs\
    G4q5WTP468SQvvG5
    """

  /// Amazon Root CA 2, RSA, 4096 bits, until 2040.
  private static let rootCA2 =
    """
    MIIFQTCCAymgAwIBAgITBmyf0pY1hp8KD+WGePhbJruKNzANBgkqhkiG9w0BAQwFADA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMG\
    QW1hem9uMRkwFwYDVQQDExBBbWF6b24gUm9vdCBDQSAyMB4XDTE1MDUyNjAwMDAwMFoXDTQwMDUyNjAwMDAwMFowOTELMAkGA1UE\
    BhMCVVMxDzANBgNVBAoTBkFtYXpvbjEZMBcGA1UEAxMQQW1hem9uIFJvb3QgQ0EgMjCCAiIwDQYJKoZIhvcNAQEBBQADggIPADCC\
    AgoCggIBAK2Wny2cSkxKgXlRmeyKy2tgURO8TW0G/LAIjd0ZEGrHJgw12MBvIITplLGbhQPDW9tK6Mj4kHbZW0/jTOgGNk3Mmqw9\
    DJArktQGGWCsN0R5hYGCrVo34A3MnaZMUnbqQ523BNFQ9lXg1dKmSYXpN+nKfq5clU1Imj+uIFptiJXZNLhSGkOQsL9sBbm2eLfq\
    0OQ6PBJTYv9K8nu+NQWpEjTj82R0Yiw9AElaKP4yRLuH3WUnAnE72kr3H9rN9yFVkE8P7K6C4Z9r2UXTu/Bfh+08LDmG2j/e7HJV\
    63mjrdvdfLC6HM783k81ds8P+HgfajZRRidhW+mez/CiVX18JYpvL7TFz4QuK/0NURBs+18bvBt+xa47mAExkv8LV/SasrlX6avv\
    DXbR8O70zoan4G7ptGmh32n2M8ZpLpcTnqWHsFcQgTfJU7O7f/aS0ZzQGPSSbtqDT6ZjmUyl+17vIWR6IF9sZIUVyzfpYgwLKhbc\
    AS4y2j5L9Z469hdAlO+ekQiG+r5jqFoz7Mt0Q5X5bGlSNscpb/xVA1wf+5+9R+vnSUeVC06JIglJ4PVhHvG/LopyboBZ/1c6+XUy\
    o05f7O0oYtlNc/LMgRdg7c3r3NunysV+Ar3yVAhU/bQtCSwXVEqY0VThUWcI0u1ufm8/0i2BWSlmy5A5lREedCf+3euvAgMBAAGj\
    QjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgGGMB0GA1UdDgQWBBSwDPBMMPQFWAJI/TPlUq9LhONmUjANBgkqhkiG\
    9w0BAQwFAAOCAgEAqqiAjw54o+Ci1M3m9Zh6O+oAA7CXDpO8Wqj2LIxyh6mx/H9z/WNxeKWHWc8w4Q0QshNabYL1auaAn6AFC2jk\
    R2vHat+2/XcycuUY+gn0oJMsXdKMdYV2ZZAMA3m3MSNjrXiDCYZohMr/+c8mmpJ5581LxedhpxfL86kSk5Nrp+gvU5LEYFiwzAJR\
    GFuFjWJZY7attN6a+yb3ACfAXVU3dJnJUH/jWS5E4ywl7uxMMne0nxrpS10gxdr9HIcWxkPo1LsmmkVwXqkLN1PiRnsn/eBG8om3\
    zEK2yygmbtmlyTrIQRNg91CMFa6ybRoVGld45pIq2WWQgj9sAq+uEjonljYE1x2igGOpm/HlurR8FLBOybEfdF849lHqm/osohHU\
    qS0nGkWxr7JOcQ3AWEbWaQbLU8uz/mtBzUF+fUwPfHJ5elnNXkoOrJupmHN5fLT0zLm4BwyydFy4x2+IoZCn9Kr5v2c69BoVYh63\
    n749sSmvZ6ES8lgQGVMDMBu4Gon2nL2XA46jCfMdiyHxtN/kHNGfZQIG6lzWE7OE76KlXIx3KadowGuuQNKotOrN8I1LOJwZmhso\
    VLiJkO/KdYE+HvJkJMcYr07/R54H9jVlpNMKVv/1F2Rs76giJUmTtt8AF9pYfl3uxRuw0dFfIRDH+fO6AgonB8Xx1sfT4PsJYGw=
    """

  /// Amazon Root CA 3, P-256, until 2040.
  private static let rootCA3 =
    """
    MIIBtjCCAVugAwIBAgITBmyf1XSXNmY/Owua2eiedgPySjAKBggqhkjOPQQDAjA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1h\
    em9uMRkwFwYDVQQDExBBbWF6b24gUm9vdCBDQSAzMB4XDTE1MDUyNjAwMDAwMFoXDTQwMDUyNjAwMDAwMFowOTELMAkGA1UEBhMC\
    VVMxDzANBgNVBAoTBkFtYXpvbjEZMBcGA1UEAxMQQW1hem9uIFJvb3QgQ0EgMzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCmX\
    p8ZBf8ANm+gBG1bG8lKlui2yEujSLtf6ycXYqm0fc4E7O5hrOXwzpcVOho6AF2hiRVd9RFgdszflZwjrZt6jQjBAMA8GA1UdEwEB\
    /wQFMAMBAf8wDgYDVR0PAQH/BAQDAgGGMB0GA1UdDgQWBBSrttvXBp43rDCGB5Fwx5zEGbF4wDAKBggqhkjOPQQDAgNJADBGAiEA\
    4IWSoxe3jfkrBqWTrBqYaGFy+uGh0PsceGCmQ5nFuMQCIQCcAu/xlJyzlvnrxir4tiz+OpAUFteMYyRIHN8wfdVoOw==
    """

  /// Amazon Root CA 4, P-384, until 2040.
  private static let rootCA4 =
    """
    MIIB8jCCAXigAwIBAgITBmyf18G7EEwpQ+Vxe3ssyBrBDjAKBggqhkjOPQQDAzA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1h\
    em9uMRkwFwYDVQQDExBBbWF6b24gUm9vdCBDQSA0MB4XDTE1MDUyNjAwMDAwMFoXDTQwMDUyNjAwMDAwMFowOTELMAkGA1UEBhMC\
    VVMxDzANBgNVBAoTBkFtYXpvbjEZMBcGA1UEAxMQQW1hem9uIFJvb3QgQ0EgNDB2MBAGByqGSM49AgEGBSuBBAAiA2IABNKrijdP\
    o1MN/sGKe0uoe0ZLY7Bi9i0b2whxIdIA6GO9mif78DluXeo9pcmBqqNbIJhFXRbb/egQbeOc4OO9X4Ri83BkM6DLJC9wuoihKqB1\
    +IGuYgbEgds5bimwHvouXKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAYYwHQYDVR0OBBYEFNPsxzplbszh2naa\
    Vvuc84ZtV+WBMAoGCCqGSM49BAMDA2gAMGUCMDqLIfG9fhGt0O9Yli/W651+kI0rz2ZVwyzjKKlwCkcO8DdZEv8tmZQoTipPNU0z\
    WgIxAOp1AE47xDqUEpHJWEadIRNyp4iciuRMStuW1KyLa2tJElMzrdfkviT8tQp21KW8EA==
    """
}
