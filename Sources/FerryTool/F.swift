import ArgumentParser
@main struct M { static func main() {} }
