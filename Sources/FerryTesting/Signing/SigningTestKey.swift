/// A key pair for tests only: it is public, so never use it for anything else.
public enum SigningTestKey {
  public static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDF1koMXNaa4RA8
    c1nA2yXxahNcp+aU8eu09oNigbxMMO0ex1ymVwVn4Cc21FLBAMPkHjQV1lsZxeAn
    GA/f7Pkz0yhpypj5JTuqubwbNMK+phgO2nPTOmTJKKwR2j5t65KrtPoNZbF+0Knq
    5Dvw9zuGr2RhGBYDVXiaSJsBh7q3bqT7mu3CGXBP4hmU22jhW+EHfdVlpvDUxArJ
    cmwNfW5zbBtb8z/XLUXeZFNQR6yAgfIA7B20xj8NYydvPgOljGoJPr5SGK+Uoqxh
    bDvmiUUvM5K9bZhAjehNL3nnKuTi3iqlTrbdgetob2w1KZoIBTKHhLdEKtj5Z+/6
    w3GcExmnAgMBAAECggEAKElCS/EtzF0vYrf0m3ak69u3dKNGK6d14aRfTdRwZS2D
    Y8SiI8dNtQDqy1oCPgYrXc0euyGq7H0kb6GRPf6yInEJ5j0Y2IdR9qqa2Qlt7MfC
    12d5tZZLBsGPBJWmJ9kURX31e3vtYI8aQthWMnQN/ZfCv5jZhrVFeVl2oyGiDo8P
    7QC/XzMu353flqJAdVmcB8OKnRYSEDmCcs7K6UYVOQWomsYG5QUf1AwbduIOntAx
    UBuW0JnuZfvXJdnTk9JgpKh8xiDwsiWgoEGex5MCHxJb384eFQxtEP6Nh+feTMtA
    kDaNszmixz12z9OfoObeS29OVEp1jAvpTjbHxiEO9QKBgQD1nj+Oe6e00NMnfVS7
    /jVdzOxY57NfZ1vztUOkptg8gNczYcMb/biUwJjdKVq/7MqYGyjWgbbOR8hTIuD3
    t6Ied11V+ZSR6gBgbhGg8yFvXP9lSYyzCZ9ljtMsQZSxP+VrhI0xz7HotA/0a/5F
    Dt6JYVhina/LAJsDb6qA3vUeHQKBgQDOMwSQbmtmmTMLDsqgqBEqL6IGIjA9S/+3
    Ab5k4N3erxcfxVjrNlPYQUYnDZ+UiputkNgBnH3/s8oN15S3MBYKouvwqfhurCwF
    kn8tD2WdrCLz5HXyDde1yiy4fAoUR5q8ZSYdSl2AJqD5otp89+AdA+HtIU9tVmlv
    03FLkdDbkwKBgCXeF/5nohuGdoeIEyBIuQGVLnsmfckfrlWMhLlF3+C0HHmXgPU3
    0NVePDMcxRkB8NoylcE8jmqPNptarUSD00LPNFyk9frpENXNInqmAWmh9N4w0Lhp
    q2GE+5m/IqWRLFW/QeWEF/HAkRUl8TXEbRrRH0dU+F1b4opNFQR5W2EhAoGBAI8L
    JWdssmUCcj6BjF/XN9EkKipHHV/okQTL2ODyffg1Tr1jkkPZ9GBZJ+l/sezCGy1V
    BgRYI7B3cPwZSbmrSh8m1ralswpTtlZHQqJnw/6Vo8m9+3Rn1fTuxAdXRUa8RcPc
    B4zaQfLc2V9Ucm2vJ3H5d4mhShB3mb1R2Y6rIVCxAoGAFnu8BJdLHT36s+DazRSo
    rnvHLQsGmoPLzgfrrNZqw27lZQl+KJ5i0/vDvtKUOtH1QupANkRo45W7yczhpq2f
    DPbma4z79Rppm6Kfox62M1DkPHjNnc5YwPwMDx2V6w8TaxC0oTn+uravtPoGFpuu
    8VKql03UXOcaPEEVxKagMDY=
    -----END PRIVATE KEY-----
    """

  public static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxdZKDFzWmuEQPHNZwNsl
    8WoTXKfmlPHrtPaDYoG8TDDtHsdcplcFZ+AnNtRSwQDD5B40FdZbGcXgJxgP3+z5
    M9MoacqY+SU7qrm8GzTCvqYYDtpz0zpkySisEdo+beuSq7T6DWWxftCp6uQ78Pc7
    hq9kYRgWA1V4mkibAYe6t26k+5rtwhlwT+IZlNto4VvhB33VZabw1MQKyXJsDX1u
    c2wbW/M/1y1F3mRTUEesgIHyAOwdtMY/DWMnbz4DpYxqCT6+UhivlKKsYWw75olF
    LzOSvW2YQI3oTS955yrk4t4qpU623YHraG9sNSmaCAUyh4S3RCrY+Wfv+sNxnBMZ
    pwIDAQAB
    -----END PUBLIC KEY-----
    """
}
