"""The compiler's index, read through libIndexStore of the Swift toolchain."""

import ctypes
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEFINITION, REFERENCE, IMPLICIT, OVERRIDE = 1 << 1, 1 << 2, 1 << 8, 1 << 11


@dataclass(frozen=True)
class Occurrence:
    usr: str
    name: str
    file: Path
    line: int
    column: int
    roles: int
    overrides: tuple[str, ...]


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


def index_library() -> ctypes.CDLL:
    swift = shutil.which("swift")
    if swift is None:
        sys.exit("swift is not installed")
    folders = [Path(swift).resolve().parent.parent / "lib"]
    for folder in folders:
        for name in ("libIndexStore.so", "libIndexStore.dylib"):
            if (folder / name).exists():
                return ctypes.CDLL(str(folder / name))
    sys.exit(f"libIndexStore is not in {folders[0]}")


class Index:
    """The occurrences of an index store, by the functions of indexstore/indexstore.h."""

    ITEM = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    NAME = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
    RECORD = 2

    def __init__(self, path: str):
        self.library = index_library()
        for function in ("store_create", "unit_reader_create", "record_reader_create", "occurrence_get_symbol"):
            self.function(function).restype = ctypes.c_void_p
        self.function("symbol_relation_get_symbol").restype = ctypes.c_void_p
        for function in ("unit_reader_get_main_file", "unit_dependency_get_name", "symbol_get_usr", "symbol_get_name"):
            self.function(function).restype = Text
        for function in ("occurrence_get_roles", "symbol_relation_get_roles"):
            self.function(function).restype = ctypes.c_uint64
        self.store = self.call("store_create", path.encode(), None)
        if not self.store:
            sys.exit(f"{path} is no index store")

    def function(self, name: str):
        return getattr(self.library, f"indexstore_{name}")

    def call(self, name: str, *arguments):
        function = self.function(name)
        # Handles are pointers: without this, ctypes would pass Python's integers as C's int.
        return function(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 0xFFFF else a for a in arguments])

    def each(self, name: str, kind, *arguments) -> list:
        found = []
        take = kind(lambda _, item: found.append(str(item) if kind is Index.NAME else item) or True)
        self.call(name, *arguments, None, take)
        return found

    def occurrences(self) -> list[Occurrence]:
        result = []
        for unit in self.each("store_units_apply_f", Index.NAME, self.store, 0):
            reader = self.call("unit_reader_create", self.store, unit.encode(), None)
            if not reader:
                continue
            file = Path(os.path.realpath(str(self.call("unit_reader_get_main_file", reader))))
            if file.is_file() and file.is_relative_to(ROOT) and ".build" not in file.parts:
                records = []
                take = Index.ITEM(lambda _, dependency: self.note(dependency, records))
                self.call("unit_reader_dependencies_apply_f", reader, None, take)
                for record in records:
                    result += self.read(record, file)
            self.call("unit_reader_dispose", reader)
        return result

    def note(self, dependency, records) -> bool:
        if self.call("unit_dependency_get_kind", dependency) == Index.RECORD:
            records.append(str(self.call("unit_dependency_get_name", dependency)))
        return True

    def read(self, record: str, file: Path) -> list[Occurrence]:
        result = []
        reader = self.call("record_reader_create", self.store, record.encode(), None)
        if not reader:
            return result

        def take(_, occurrence) -> bool:
            line, column = ctypes.c_uint(), ctypes.c_uint()
            self.call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column))
            symbol = self.call("occurrence_get_symbol", occurrence)
            overrides = []

            def relation(_, item) -> bool:
                if self.call("symbol_relation_get_roles", item) & OVERRIDE:
                    overrides.append(str(self.call("symbol_get_usr", self.call("symbol_relation_get_symbol", item))))
                return True

            kept = Index.ITEM(relation)
            self.call("occurrence_relations_apply_f", occurrence, None, kept)
            result.append(
                Occurrence(
                    usr=str(self.call("symbol_get_usr", symbol)),
                    name=str(self.call("symbol_get_name", symbol)),
                    file=file,
                    line=line.value,
                    column=column.value,
                    roles=self.call("occurrence_get_roles", occurrence),
                    overrides=tuple(overrides),
                )
            )
            return True

        kept = Index.ITEM(take)
        self.call("record_reader_occurrences_apply_f", reader, None, kept)
        self.call("record_reader_dispose", reader)
        return result
