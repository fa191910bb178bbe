"""Scripts/dist.py FOLDER VERSION: adds to a folder with the release program the licences of everything that is linked into it, a
list of that in SPDX 2.3, and a README with what the program needs.

What is linked comes from the linker's own list of files, so that a new dependency cannot be forgotten: one whose package or
licence is not found fails the build.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

BUILD = pathlib.Path(".build")
PRODUCT = BUILD / "release/ferry.product/Objects.LinkFileList"
CHECKOUTS = BUILD / "checkouts"
LICENCE_NAMES = re.compile(r"^(LICEN[CS]E|NOTICE|COPYING)", re.IGNORECASE)


def linked_targets():
    names = re.findall(r"/([^/\s]+)\.build/", PRODUCT.read_text())
    return sorted(set(names))


def own_targets():
    return {path.name for path in pathlib.Path("Sources").iterdir()}


def package_of(target):
    """The checkout that has a target, by its manifest, and the target's folder, if it has the usual place."""
    for checkout in sorted(CHECKOUTS.iterdir()):
        if any(f'"{target}"' in manifest.read_text() for manifest in checkout.glob("Package*.swift")):
            folder = checkout / "Sources" / target
            if folder.is_dir() or is_declared(checkout, target):
                return checkout, folder
    sys.exit(f"The target {target} is linked in, and belongs to no package below {CHECKOUTS}.")


def is_declared(checkout, target):
    """True if the manifest declares a target of this name, and not only a product that it uses."""
    pattern = re.compile(r"\.(target|systemLibrary)\(\s*name:\s*\"" + re.escape(target) + r"\"")
    return any(pattern.search(manifest.read_text()) for manifest in checkout.glob("Package*.swift"))


def licence_files(folder, is_root):
    if not folder.is_dir():
        return []
    paths = folder.iterdir() if is_root else folder.rglob("*")
    return sorted(path for path in paths if path.is_file() and LICENCE_NAMES.match(path.name) and path.suffix != ".swift")


def identifier(text, name):
    """The SPDX identifier of a licence's text."""
    if "Apache License" in text and "Runtime Library Exception" in text:
        return "Apache-2.0 WITH Swift-exception"
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit(f"The licence of {name} is not one that Scripts/dist.py knows.")


def versions():
    state = json.loads((BUILD / "workspace-state.json").read_text())
    return {
        entry["subpath"]: (entry["packageRef"]["location"], entry["state"]["checkoutState"])
        for entry in state["object"]["dependencies"]
    }


def swift_licence():
    """The licence of the Swift runtime, which is linked in: beside the compiler."""
    root = pathlib.Path(subprocess.check_output(["bash", "-c", "readlink -f $(command -v swift)"], text=True).strip())
    path = root.parent.parent / "share/swift/LICENSE.txt"
    if not path.is_file():
        sys.exit("The licence of the Swift runtime is not where the compiler keeps it: share/swift/LICENSE.txt.")
    return path


def swift_version():
    text = subprocess.check_output(["swift", "--version"], text=True, stderr=subprocess.DEVNULL)
    return re.search(r"Swift version (\S+)", text).group(1)


def packages(folder, version):
    """The SPDX entries; copies the licences on the way."""
    found = {}
    for target in linked_targets():
        if target not in own_targets():
            checkout, place = package_of(target)
            found.setdefault(checkout, []).append(place)
    known = versions()
    entries = [entry("ferry", version, "NOASSERTION", identifier(pathlib.Path("LICENSE").read_text(), "ferry"))]
    for checkout, places in found.items():
        files = licence_files(checkout, True)
        for place in places:
            files += licence_files(place, False)
        main = next((path for path in files if path.name.upper().startswith("LICEN")), None)
        if main is None:
            sys.exit(f"{checkout.name} has no licence.")
        for path in dict.fromkeys(files):
            copy(path, folder / "licences" / checkout.name / path.relative_to(checkout))
        location, state = known[checkout.name]
        where = f"git+{location}@{state['revision']}"
        entries.append(entry(checkout.name, state.get("version", state["revision"]), where, identifier(main.read_text(), checkout.name)))
    swift = swift_licence()
    copy(swift, folder / "licences" / "swift-runtime" / swift.name)
    entries.append(entry("swift-runtime", swift_version(), "https://www.swift.org", identifier(swift.read_text(), "Swift")))
    return entries


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def entry(name, version, location, licence):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
        "downloadLocation": location, "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }


def spdx(entries, program, version):
    checksum = hashlib.sha256(program.read_bytes()).hexdigest()
    entries[0]["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
    created = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", entries[0])] + [(entries[0]["SPDXID"], "STATIC_LINK", e) for e in entries[1:]]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"ferry-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/ferry-{version}-{checksum[:32]}",
        "creationInfo": {"created": created, "creators": ["Tool: ferry make dist"]}, "packages": entries,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b["SPDXID"]} for a, kind, b in links
        ],
    }


DEBIAN = {
    "libsqlite3.so.0": "libsqlite3-0", "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1", "libz.so.1": "zlib1g",
    "libm.so.6": "libc6", "libc.so.6": "libc6", "ld-linux-x86-64.so.2": "libc6", "ld-linux-aarch64.so.1": "libc6",
    "libpthread.so.0": "libc6", "libdl.so.2": "libc6", "librt.so.1": "libc6", "libutil.so.1": "libc6",
}


def needs(program):
    """The shared libraries, the least glibc, and the Debian packages that have them."""
    headers = subprocess.check_output(["objdump", "-p", str(program)], text=True)
    libraries = re.findall(r"NEEDED\s+(\S+)", headers)
    unknown = [name for name in libraries if name not in DEBIAN]
    if unknown:
        sys.exit(f"The program needs {', '.join(unknown)}, which Scripts/dist.py knows no Debian package for.")
    numbers = [tuple(map(int, number.split("."))) for number in re.findall(r"GLIBC_(\d[\d.]*)", headers)]
    glibc = ".".join(map(str, max(numbers)))
    extra = sorted({DEBIAN[name] for name in libraries} - {"libc6"} | {"ca-certificates", "tzdata"})
    return libraries, glibc, extra


README = """Ferry {version}

The checkout server in one program. It needs Linux with glibc {glibc} or later, and these libraries:
{libraries}
Debian packages: {packages}

  ferry                  the program; `./ferry --help` lists its commands
  ferry.example.yaml     every setting, its meaning and an example
  ferry.service          for systemd; put the program into /usr/local/bin
  LICENSE, licences/     Ferry's licence, and those of everything that is linked in
  ferry.spdx.json        the list of that, in SPDX 2.3

To see it:     ./ferry demo
To set it up:  copy ferry.example.yaml to ferry.yaml and fill it in; then
               ./ferry config --config ferry.yaml
               ./ferry database create --config ferry.yaml
               ./ferry serve --config ferry.yaml
"""


def main(folder, version):
    program = folder / "ferry"
    entries = packages(folder, version)
    (folder / "ferry.spdx.json").write_text(json.dumps(spdx(entries, program, version), indent=2) + "\n")
    libraries, glibc, extra = needs(program)
    text = README.format(
        version=version, glibc=glibc, libraries="\n".join(f"  {name}" for name in libraries), packages=" ".join(extra))
    (folder / "README").write_text(text)


main(pathlib.Path(sys.argv[1]), sys.argv[2])
