import Histogram
@main struct M { static func main() {} }
