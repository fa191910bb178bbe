public import ArgumentParser
public import FerryCore

extension Mode: ExpressibleByArgument {}
