/// The body of everything declared here: this module is compiled against and never run.
func undeclared(_ name: String = #function) -> Never { fatalError("\(name) is Apple's") }
