#!/usr/bin/env python3
"""Journals as an enemy would write them: every change gets the right checksums.

    forge.py show FILE.points                     head, width, and a line for each record
    forge.py head FILE.points KEY=VALUE...        points, width, part, parts, length; other keys are
                                                  those of the origin
    forge.py record FILE.points INDEX KEY=VALUE...  point, status, size, offset, checksum, value
    forge.py remarks FILE.points INDEX HEX        the record refers to these bytes
    forge.py sum FILE.points INDEX                the sum of a record is made right again
"""

import json
import struct
import sys

HEAD, FIXED = 32, 40


def table():
    """What each byte leaves, bit by bit."""
    values = list(range(256))
    for _ in range(8):
        values = [value >> 1 ^ (0xC96C5795D7870F42 if value & 1 else 0) for value in values]
    return values


TABLE = table()


def crc64(data):
    """CRC-64/XZ: reflected polynomial of ECMA-182, all ones before and after."""
    value = 2**64 - 1
    for byte in data:
        value = value >> 8 ^ TABLE[(value ^ byte) & 255]
    return value ^ 2**64 - 1


assert crc64(b"123456789") == 0x995DC9BBDF1939FA  # the check value of the catalogue of CRCs


class Journal:
    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            data = file.read()
        self.magic = data[:8]
        self.points, self.width, self.part, self.parts, length = struct.unpack("<QIIII", data[8:HEAD])
        self.origin = data[HEAD : HEAD + length]
        self.begin = HEAD + length + 8
        self.length = None
        self.size = FIXED + 8 * self.width
        self.records = [
            bytearray(data[at : at + self.size])
            for at in range(self.begin, len(data) - self.size + 1, self.size)
        ]

    def write(self):
        length = len(self.origin) if self.length is None else self.length
        head = self.magic + struct.pack(
            "<QIIII", self.points, self.width, self.part, self.parts, length
        )
        head += self.origin
        with open(self.path, "wb") as file:
            file.write(head + struct.pack("<Q", crc64(head)) + b"".join(self.records))

    def seal(self, index):
        record = self.records[index]
        record[-8:] = struct.pack("<Q", crc64(record[:-8]))


def pairs(words):
    return [word.split("=", 1) for word in words]


def set_head(journal, words):
    origin = json.loads(journal.origin)
    for key, value in pairs(words):
        if key in ("points", "width", "part", "parts", "length"):
            setattr(journal, key, int(value))
        elif value == "":
            del origin[key]
        else:
            origin[key] = json.loads(value)
    journal.origin = json.dumps(origin).encode()


def set_record(journal, index, words):
    form = {"point": (0, "<Q"), "status": (8, "<I"), "size": (12, "<I"), "offset": (16, "<Q"),
            "checksum": (24, "<Q"), "value": (32, "<d")}  # fmt: skip
    for key, value in pairs(words):
        at, code = form[key]
        number = float(value) if key == "value" else int(value)
        journal.records[index][at : at + struct.calcsize(code)] = struct.pack(code, number)
    journal.seal(index)


def set_remarks(journal, index, data):
    path = journal.path[: -len(".points")] + ".remarks"
    with open(path, "ab") as file:
        offset = file.tell()
        file.write(data)
    words = [f"size={len(data)}", f"offset={offset}", f"checksum={crc64(data)}"]
    set_record(journal, index, words)


def main(command, path, *words):
    journal = Journal(path)
    if command == "show":
        print("head", journal.begin, "record", journal.size, "count", len(journal.records))
        for record in journal.records:
            print(*struct.unpack("<QII", record[:16]))
        return
    if command == "head":
        set_head(journal, words)
    elif command == "record":
        set_record(journal, int(words[0]), words[1:])
    elif command == "remarks":
        set_remarks(journal, int(words[0]), bytes.fromhex(words[1]))
    elif command == "sum":
        journal.seal(int(words[0]))
    journal.write()


main(*sys.argv[1:])
