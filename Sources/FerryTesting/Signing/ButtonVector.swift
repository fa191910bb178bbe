/// The button's payload is the body of vector V3, signed with each algorithm.
public struct ButtonVector: Sendable, CustomStringConvertible {
  public let stringToSign: String
  public let signature: String

  public var description: String { String(stringToSign.prefix { $0 != "\n" }) }

  /// Salt of 20 bytes.
  public static let salt20 = ButtonVector(
    stringToSign: """
      AMZN-PAY-RSASSA-PSS
      12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af
      """,
    signature: """
      WFRPUVtpWem7uB78bAoUR6UfILvHhR+59m1CGxlF/peyf21ZBVYyZQgFlS3BRMOhVvzeSoaxVCUCST9OoTkJdaLKzodtHzctNXzs5Khn4h\
      cmC/mDmeGbJnG9MMejbSG7IdaSM6qQa7hqxgc2KobSkYmz8DBTuXNRGkJii5pacTcCNmrfswyd5UymPuenAIFyV5og5nfLSXifebBiTNFg\
      ATRGLFJa6SuhMpGSzkEZI/AADxvC3hCQkd4E8hCnhcKLoE4Di6AVryTYqqZlAXRVX9qILNr46qlb+UhXDFqeQQi2K0ZlqEFgE1P5eMj9qB\
      rgcxg+DDX9PDfyyS032mIhFQ==
      """)

  /// Salt of 32 bytes.
  public static let v2 = ButtonVector(
    stringToSign: """
      AMZN-PAY-RSASSA-PSS-V2
      12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af
      """,
    signature: """
      g1EJjVBu6uhXNZ3scMJW1YPuByBq9PUJ1GrnU2/wiuryF4pFG0/eVDTgLDjaKx09jlxad9qSlNd+gG4BRKPCGzAgcUYwXQLpPY2ebSe6uM\
      JH0UHicEwaPb9qnLJAp/C/KhPFk1uvIRZgPlS/JrOd1JNSpBdvBU5dhpE/AvKWiP0PqvN52v+4G51xA5AdVlzwmGUgGx+eIEK9qJatYXBO\
      Qq4JfZVIIeTILeNZXTkMEarlDAdfXWD9AI8UWHBl5seKYZzeXq58p5/AihhZrmaGXNRZeyuGUpgY8IBTCWdBD12lhf0QPBSuWSigyY3lfm\
      2Wo6iFypZDKCMF7fqfm2QX1A==
      """)

  public static let all = [salt20, v2]
}
