"""Reads the iOS demo app's project, property lists, entitlements and privacy manifests with real parsers, and says what
does not fit together. Usage: xcode.py, in the package's folder."""

import plistlib
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

import yaml
from pbxproj import XcodeProject

APP = Path("App")
PROJECT = APP / "Tablets.xcodeproj"
CONFIGURATIONS = ["Demo", "Linked"]
PRODUCTS = ["Ferry", "FerryCore", "FerryTracking"]
MANIFESTS = [
    APP / "PrivacyInfo.xcprivacy",
    Path("Sources/Ferry/Apple/Resources/PrivacyInfo.xcprivacy"),
    Path("Sources/FerryTracking/Resources/PrivacyInfo.xcprivacy"),
]
# Apple's list of API whose use needs a reason, as far as Swift code can name it, with the category of each.
NEEDS_REASON = {
    "NSPrivacyAccessedAPICategoryUserDefaults": r"\bUserDefaults\b|@AppStorage\b",
    "NSPrivacyAccessedAPICategoryFileTimestamp":
        r"\bcreationDate\b|\bmodificationDate\b|contentModificationDate|creationDateKey"
        r"|\b[fl]?stat(?:at)?\(|getattrlist",
    "NSPrivacyAccessedAPICategorySystemBootTime": r"systemUptime|mach_absolute_time",
    "NSPrivacyAccessedAPICategoryDiskSpace": r"volumeAvailableCapacity|systemFreeSize|systemSize|statv?fs\(",
    "NSPrivacyAccessedAPICategoryActiveKeyboards": r"activeInputModes",
}

problems: list[str] = []


def expect(holds: object, problem: str):
    if not holds:
        problems.append(problem)


def property_list(path: Path) -> dict:
    try:
        with path.open("rb") as file:
            return plistlib.load(file)
    except Exception as error:
        problems.append(f"{path}: no property list: {error}")
        return {}


def settings(path: Path) -> dict[str, str]:
    """An xcconfig file's settings, with what it includes."""
    found: dict[str, str] = {}
    for line in path.read_text().splitlines():
        line = line.split("//", 1)[0].strip()
        if include := re.match(r'#include\s+"([^"]+)"', line):
            found |= settings(path.parent / include[1])
        elif line:
            name, _, value = line.partition("=")
            expect(re.fullmatch(r"[A-Z_]+", name.strip()), f"{path}: {line!r} is no setting")
            # `$()` is nothing: it keeps the two slashes of an address apart.
            found[name.strip()] = value.strip().replace("$()", "")
    return found


def expanded(value, known: dict[str, str]):
    if isinstance(value, str):
        return re.sub(r"\$\((\w+)\)", lambda m: known.get(m[1], m[0]), value)
    if isinstance(value, list):
        return [expanded(item, known) for item in value]
    if isinstance(value, dict):
        return {key: expanded(item, known) for key, item in value.items()}
    return value


# The project


def check_project():
    project = XcodeProject.load(str(PROJECT / "project.pbxproj"))
    objects = project.objects

    places: dict[str, Path] = {}

    def walk(group, folder: Path):
        for key in group.children:
            child = objects[key]
            expect(child is not None, f"{PROJECT}: the group {group.get_id()} names {key}, which does not exist")
            if child is None:
                continue
            path = folder / child["path"] if "path" in child else folder
            if child.isa == "PBXGroup":
                walk(child, path)
            elif child["sourceTree"] == "<group>":
                places[key] = path
                expect(path.is_file(), f"{PROJECT} refers to {path}, which does not exist")

    root = objects[project["rootObject"]]
    walk(objects[root.mainGroup], APP)
    for reference in objects.get_objects_in_section("PBXFileReference"):
        expect(
            reference.get_id() in places or reference["sourceTree"] == "BUILT_PRODUCTS_DIR",
            f"{PROJECT}: {reference['path']} is in no group")

    targets = objects.get_objects_in_section("PBXNativeTarget")
    expect([t["name"] for t in targets] == ["Tablets"], f"{PROJECT}: its one target is Tablets")
    compiled, copied, linked = set(), set(), set()
    for target in targets:
        for key in target.buildPhases:
            phase = objects[key]
            for file in phase.files:
                file = objects[file]
                if phase.isa == "PBXSourcesBuildPhase":
                    compiled.add(places[file["fileRef"]])
                elif phase.isa == "PBXResourcesBuildPhase":
                    copied.add(places[file["fileRef"]])
                else:
                    linked.add(objects[file["productRef"]]["productName"])
        products = [objects[key]["productName"] for key in target.packageProductDependencies]
        expect(products == PRODUCTS and linked == set(products), f"{PROJECT}: the app uses and links {PRODUCTS}")
    written = set((APP / "Sources").rglob("*.swift"))
    for path in sorted(written ^ compiled):
        problems.append(f"{path}: " + ("is not compiled by the project" if path in written else "does not exist"))
    expect(APP / "PrivacyInfo.xcprivacy" in copied, f"{PROJECT}: the privacy manifest is not copied into the app")

    packages = objects.get_objects_in_section("XCLocalSwiftPackageReference")
    expect([p["relativePath"] for p in packages] == [".."], f"{PROJECT}: its one package is the parent folder")
    manifest = Path("Package.swift").read_text()
    for product in PRODUCTS:
        expect(f'.library(name: "{product}"' in manifest, f"Package.swift has no product {product}")

    for owner in [root, *targets]:
        keys = objects[owner.buildConfigurationList].buildConfigurations
        names = [objects[key]["name"] for key in keys]
        expect(names == CONFIGURATIONS, f"{PROJECT}: {owner.isa} has the configurations {names}")
        for key in keys:
            configuration = objects[key]
            if owner is root:
                place = places.get(configuration["baseConfigurationReference"])
                expected = APP / "Configurations" / f"{configuration['name']}.xcconfig"
                expect(place == expected, f"{PROJECT}: {configuration['name']} is based on {place}")
    for name in CONFIGURATIONS:
        scheme = PROJECT / "xcshareddata/xcschemes" / f"{name}.xcscheme"
        launch = xml.etree.ElementTree.parse(scheme).getroot().find("LaunchAction")
        expect(
            launch is not None and launch.get("buildConfiguration") == name, f"{scheme} does not launch {name}")
        references = {r.get("BlueprintIdentifier") for r in launch.iter("BuildableReference")}
        expect(references == {t.get_id() for t in targets}, f"{scheme} refers to another target")


# Property lists and entitlements


def check_flavours():
    schemes: dict[str, str] = {}
    bundles: dict[str, str] = {}
    for name in CONFIGURATIONS:
        known = settings(APP / "Configurations" / f"{name}.xcconfig")
        information = expanded(property_list(APP / known["INFOPLIST_FILE"]), known)
        for scheme in [s for kind in information.get("CFBundleURLTypes", []) for s in kind["CFBundleURLSchemes"]]:
            expect(re.fullmatch(r"[a-z][a-z0-9.+-]*", scheme), f"{name}: {scheme!r} is no scheme")
            expect(scheme not in schemes, f"{name} and {schemes.get(scheme)} both claim the scheme {scheme}")
            schemes[scheme] = name
        expect(information.get("FerryScheme") in schemes, f"{name}: the app's scheme is not among its URL types")
        bundle = known["PRODUCT_BUNDLE_IDENTIFIER"]
        expect(bundle not in bundles, f"{name} and {bundles.get(bundle)} have the same bundle")
        bundles[bundle] = name

        # From the SDK of iOS 27 on, an app without scenes does not start.
        scenes = information.get("UIApplicationSceneManifest")
        expect(isinstance(scenes, dict), f"{name}: Info.plist has no scene manifest")
        for key in ("FerryServer", "FerryShop", "FerryLinkHost"):
            value = information.get(key, "")
            expect(re.fullmatch(r"https://[a-z0-9.-]+(:\d+)?", value), f"{name}: {key} is {value!r}, no https origin")
        origins = {information["FerryServer"], information["FerryShop"]}
        expect(information["FerryLinkHost"] not in origins, f"{name}: the link host must be another origin")
        expect("NSAppTransportSecurity" not in information, f"{name}: an exception from App Transport Security")
        check_entitlements(name, known)


def check_entitlements(name: str, known: dict[str, str]):
    file = known.get("CODE_SIGN_ENTITLEMENTS")
    if name == "Demo":
        expect(file is None, "Demo: an account without payment has no entitlements")
        return
    domains = expanded(property_list(APP / file), known).get("com.apple.developer.associated-domains", [])
    services: dict[str, set[str]] = {}
    for domain in domains:
        service, _, host = domain.partition(":")
        services.setdefault(service, set()).add(host.split("?")[0])
    for service in ("applinks", "webcredentials"):
        expect(
            services.get(service) == {known["FERRY_LINK_HOST"]},
            f"{name}: {service} is entitled for {services.get(service)}, the link host is {known['FERRY_LINK_HOST']}")


# Privacy manifests


def check_privacy():
    for path in MANIFESTS:
        manifest = property_list(path)
        expect(manifest.get("NSPrivacyTracking") is False, f"{path}: NSPrivacyTracking is not false")
        expect(manifest.get("NSPrivacyTrackingDomains") == [], f"{path}: names domains that track")
        collected = manifest.get("NSPrivacyCollectedDataTypes")
        expect(isinstance(collected, list), f"{path}: NSPrivacyCollectedDataTypes")
        for entry in collected or []:
            kind = "NSPrivacyCollectedDataType"
            # Every entry has all four, and nothing is used to track while NSPrivacyTracking is false.
            expect(
                set(entry) == {kind, kind + "Linked", kind + "Tracking", kind + "Purposes"}
                and str(entry[kind]).startswith(kind) and isinstance(entry[kind + "Linked"], bool)
                and entry[kind + "Tracking"] is False and entry[kind + "Purposes"]
                and all(purpose.startswith(kind + "Purpose") for purpose in entry[kind + "Purposes"]),
                f"{path}: {entry} is no complete entry of data that is collected")
        declared = {}
        for entry in manifest.get("NSPrivacyAccessedAPITypes", []):
            declared[entry["NSPrivacyAccessedAPIType"]] = entry["NSPrivacyAccessedAPITypeReasons"]
        folder = APP / "Sources" if path.parent == APP else Path(*path.parts[:2])
        text = "\n".join(source.read_text() for source in sorted(folder.rglob("*.swift")))
        if folder == Path("Sources/Ferry"):
            # Its part that app and server share is linked into the same app.
            text += "\n".join(source.read_text() for source in sorted(Path("Sources/FerryCore").rglob("*.swift")))
        for category, pattern in NEEDS_REASON.items():
            used = re.search(pattern, text) is not None
            expect(used == (category in declared), f"{path}: {category} is " + ("not declared" if used else "not used"))
        for category, reasons in declared.items():
            expect(category in NEEDS_REASON, f"{path}: {category} is unknown")
            expect(reasons and all(re.fullmatch(r"[0-9A-F]{4}\.1", r) for r in reasons), f"{path}: {category}: {reasons}")
    manifest = Path("Package.swift").read_text()
    for folder, resource in [("Ferry", "Apple/Resources"), ("FerryTracking", "Resources")]:
        expect(
            f'.copy("{resource}/PrivacyInfo.xcprivacy")' in manifest, f"Package.swift: {folder} does not copy its manifest")


# The workflow


def check_workflow():
    """Where the package takes itself for the root, it is no app's dependency: see `isRoot` in Package.swift."""
    path = Path(".github/workflows/apple.yml")
    jobs = yaml.safe_load(path.read_text())["jobs"]
    builds = [step for job in jobs.values() for step in job["steps"] if "xcodebuild build" in step.get("run", "")]
    expect(builds, f"{path}: builds no app")
    for step in builds:
        folder = Path(step.get("working-directory", "."))
        expect(folder != Path("."), f"{path}: builds the app in the package's own folder")
        project = re.search(r"-project (\S+)", step["run"])
        expect(project and (folder / project[1]).resolve() == PROJECT.resolve(), f"{path}: builds another project")
        derived = re.search(r"-derivedDataPath (\S+)", step["run"])
        expect(
            derived and (folder / derived[1]).resolve() == Path("build/derived").resolve(),
            f"{path}: what is built goes elsewhere than where it is looked for")


check_project()
check_flavours()
check_workflow()
check_privacy()
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
