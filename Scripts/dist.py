"""Scripts/dist.py FOLDER VERSION: adds to a folder with the release program the licences of everything that is linked into it, a
list of that in SPDX 2.3, and a README with what the program needs.

What is linked comes from the linker's own list of files and from the libraries that its objects ask for, so that a new dependency
cannot be forgotten: one whose package or licence is not found fails the build.
"""

import datetime
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(".build")
PRODUCT = BUILD / "release/ferry.product/Objects.LinkFileList"
CHECKOUTS = BUILD / "checkouts"
LICENCE_NAMES = re.compile(r"^(LICEN[CS]E|NOTICE|COPYING)", re.IGNORECASE)
# Licences that stand in the first comment of a source file.
NOTICES = {
    "MIT": "Permission is hereby granted, free of charge", "BSD-3-Clause": "Redistribution and use in source and binary forms",
    "Zlib": "This software is provided 'as-is'",
}
# Targets with the source of another project, whose licence is not in their package: its identifier, and a file with its text.
VENDORED = {"CYaml": ("MIT", "/usr/share/doc/libyaml-0-2/copyright")}
# The static archives of the compiler: those of Swift itself, and that of ICU.
SWIFT_ARCHIVE = re.compile(r"swift\w*|Foundation\w*|CoreFoundation|_CF\w+Interface|_Foundation(CShims|Collections)|dispatch|BlocksRuntime")
ICU_ARCHIVE = "_FoundationICU"
ICU_LICENCE = "/usr/share/icu/*/LICENSE"


def linked_targets():
    names = re.findall(r"/([^/\s]+)\.build/", PRODUCT.read_text())
    return sorted(set(names))


def own_targets():
    return {path.name for path in pathlib.Path("Sources").iterdir()}


def package_of(target):
    """The checkout that has a target, by its manifest, and the target's folder, if it has the usual place."""
    for checkout in sorted(CHECKOUTS.iterdir()):
        if any(f'"{target}"' in manifest.read_text() for manifest in checkout.glob("Package*.swift")):
            folder = next((path for path in (checkout / "Sources" / target, checkout / target) if path.is_dir()), checkout / "none")
            if folder.is_dir() or is_declared(checkout, target):
                return checkout, folder
    sys.exit(f"The target {target} is linked in, but belongs to no package below {CHECKOUTS}.")


def is_declared(checkout, target):
    """True if the manifest declares a target of this name, and not only a product that it uses."""
    pattern = re.compile(r"\.(target|systemLibrary)\(\s*name:\s*\"" + re.escape(target) + r"\"")
    return any(pattern.search(manifest.read_text()) for manifest in checkout.glob("Package*.swift"))


def licence_files(folder, is_root):
    if not folder.is_dir():
        return []
    paths = folder.iterdir() if is_root else folder.rglob("*")
    return sorted(path for path in paths if path.is_file() and LICENCE_NAMES.match(path.name) and path.suffix != ".swift")


def notices(folder):
    """The comments of source files that are a licence: its identifier, the file, and the comment."""
    found = []
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.suffix not in {".c", ".cc", ".h", ".swift"}:
            continue
        for comment in re.findall(r"/\*.*?\*/|(?:^[ \t]*//.*\n)+", path.read_text(errors="replace"), re.DOTALL | re.MULTILINE):
            words = " ".join(re.sub(r"^[ \t]*(//+|/?\*+)", "", comment, flags=re.MULTILINE).split())
            found += [(name, path, comment) for name, phrase in NOTICES.items() if phrase in words]
    return found


def identifier(text, name):
    """The SPDX identifier of a licence's text."""
    if "Apache License" in text and "Runtime Library Exception" in text:
        return "Apache-2.0 WITH Swift-exception"
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit(f"Scripts/dist.py does not know the licence of {name}.")


def versions():
    state = json.loads((BUILD / "workspace-state.json").read_text())
    return {
        entry["subpath"]: (entry["packageRef"]["location"], entry["state"]["checkoutState"])
        for entry in state["object"]["dependencies"]
    }


def toolchain():
    return pathlib.Path(subprocess.check_output(["bash", "-c", "readlink -f $(command -v swift)"], text=True).strip()).parent.parent


def archives():
    """The names of the compiler's static archives that are linked in."""
    folder = toolchain() / "lib/swift_static/linux"
    objects = shlex.split(PRODUCT.read_text())
    with tempfile.NamedTemporaryFile("r") as asked:
        subprocess.run(["swift-autolink-extract", *objects, "-o", asked.name], check=True)
        flags = asked.read() + (folder / "static-stdlib-args.lnk").read_text()
    names = {name for name in re.findall(r"(?:^|\s)-l(\S+)", flags) if (folder / f"lib{name}.a").is_file()}
    unknown = sorted(name for name in names if name != ICU_ARCHIVE and not SWIFT_ARCHIVE.fullmatch(name))
    if unknown:
        sys.exit(f"Scripts/dist.py does not know the licence of the linked archives {', '.join(unknown)}.")
    return {name: folder / f"lib{name}.a" for name in names}


def icu(archive, folder):
    """The entry of ICU, which Foundation has in it. The compiler brings no text of its licence: Debian's ICU has one."""
    text = sorted(pathlib.Path("/").glob(ICU_LICENCE[1:]))
    if not text:
        sys.exit(f"The licence of ICU, which is linked in, is not at {ICU_LICENCE}: install libicu-dev.")
    copy(text[-1], folder / "licences/icu/LICENSE")
    number = re.search(rb"icudt(\d+)", archive.read_bytes())
    found = entry("icu", number.group(1).decode() if number else "NOASSERTION", "https://icu.unicode.org", "Unicode-3.0")
    found["licenseComments"] = "The text in licences/icu is that of Debian's ICU, which may be an earlier version."
    return found


def swift_licence():
    """The licence of the Swift runtime, which is linked in: beside the compiler."""
    path = toolchain() / "share/swift/LICENSE.txt"
    if not path.is_file():
        sys.exit("The licence of the Swift runtime is missing: share/swift/LICENSE.txt in the toolchain.")
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
            found.setdefault(checkout, []).append((target, place))
    known = versions()
    entries = [entry("ferry", version, "NOASSERTION", identifier(pathlib.Path("LICENSE").read_text(), "ferry"))]
    for checkout, targets in found.items():
        place = folder / "licences" / checkout.name
        files = licence_files(checkout, True)
        for _, sources in targets:
            files += licence_files(sources, False)
        names = [identifier(path.read_text(), checkout.name) for path in files if not path.name.upper().startswith("NOTICE")]
        if not names:
            sys.exit(f"{checkout.name} has no licence.")
        for path in dict.fromkeys(files):
            copy(path, place / path.relative_to(checkout))
        for target, sources in targets:
            for name, path, comment in notices(sources):
                names.append(name)
                write(comment.rstrip() + "\n", place / path.relative_to(checkout).with_name(path.name + ".txt"))
            if target in VENDORED:
                name, text = VENDORED[target]
                if not pathlib.Path(text).is_file():
                    sys.exit(f"The licence of {target}, which is linked in, is not at {text}: install the Debian package.")
                names.append(name)
                copy(pathlib.Path(text), place / target / "copyright")
        location, state = known[checkout.name]
        where = f"git+{location}@{state['revision']}"
        licence = " AND ".join(dict.fromkeys(names))
        entries.append(entry(checkout.name, state.get("version", state["revision"]), where, licence))
    swift = swift_licence()
    copy(swift, folder / "licences" / "swift-runtime" / swift.name)
    entries.append(entry("swift-runtime", swift_version(), "https://www.swift.org", identifier(swift.read_text(), "Swift")))
    linked = archives()
    if ICU_ARCHIVE in linked:
        entries.append(icu(linked[ICU_ARCHIVE], folder))
    return entries


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def write(text, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


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
    "libsqlite3.so.0": "libsqlite3-0", "libpq.so.5": "libpq5", "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1", "libz.so.1": "zlib1g",
    "libm.so.6": "libc6", "libc.so.6": "libc6", "ld-linux-x86-64.so.2": "libc6", "ld-linux-aarch64.so.1": "libc6",
    "libpthread.so.0": "libc6", "libdl.so.2": "libc6", "librt.so.1": "libc6", "libutil.so.1": "libc6",
}


def needs(program):
    """The shared libraries, the least versions of glibc and libstdc++, and the Debian packages that have them."""
    headers = subprocess.check_output(["objdump", "-p", str(program)], text=True)
    libraries = re.findall(r"NEEDED\s+(\S+)", headers)
    unknown = [name for name in libraries if name not in DEBIAN]
    if unknown:
        sys.exit(f"Scripts/dist.py knows no Debian package for {', '.join(unknown)}, which the program needs.")
    least = [f"glibc {greatest('GLIBC', headers)}"]
    if "GLIBCXX_" in headers:
        least.append(f"a libstdc++ with GLIBCXX_{greatest('GLIBCXX', headers)}")
    extra = sorted({DEBIAN[name] for name in libraries} - {"libc6"} | {"ca-certificates", "tzdata"})
    return libraries, " and ".join(least), extra


def greatest(name, headers):
    numbers = re.findall(name + r"_(\d[\d.]*)", headers)
    return max(numbers, key=lambda number: tuple(map(int, number.split("."))))


README = """Ferry {version}

The checkout server in one program. It needs Linux with {least} or later, and these libraries:
{libraries}
Debian packages: {packages}

  ferry                  the program; `./ferry --help` lists its commands
  ferry.example.yaml     every setting, its meaning and an example
  ferry.service          for systemd; put the program into /usr/local/bin
  LICENSE, licences/     Ferry's licence, and the licences of all linked code
  ferry.spdx.json        a list of all linked code, in SPDX 2.3

Try it:        ./ferry demo
Set it up:     copy ferry.example.yaml to ferry.yaml and fill it in; then
               ./ferry config --config ferry.yaml
               ./ferry store create --config ferry.yaml
               ./ferry serve --config ferry.yaml
"""


def main(folder, version):
    program = folder / "ferry"
    entries = packages(folder, version)
    (folder / "ferry.spdx.json").write_text(json.dumps(spdx(entries, program, version), indent=2) + "\n")
    libraries, least, extra = needs(program)
    text = README.format(
        version=version, least=least, libraries="\n".join(f"  {name}" for name in libraries), packages=" ".join(extra))
    (folder / "README").write_text(text)


main(pathlib.Path(sys.argv[1]), sys.argv[2])
