"""`python -m muster.game_kit KEY`: writes catalogues and codes of an installed game, and says what is wrong with it."""

from __future__ import annotations

import sys

from muster.core.kit.errors import Refusal
from muster.game_kit import codes
from muster.game_kit.kept import problems
from muster.game_kit.texts import write_catalogues
from muster.systems import registry


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("Usage: python -m muster.game_kit KEY", file=sys.stderr)
        return 2
    try:
        key = registry.find(arguments[0]).key
        for file, left in write_catalogues(key).items():
            print(f"{file}: {len(left)} to translate")
        coded = codes.write(key)
        print(f"{coded} sentence{'s' * (coded != 1)} with a code")
        found = list(problems(key))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    for sentence in found:
        print(f"- {sentence}")
    print(f"{key}: {len(found)} problem{'s' * (len(found) != 1)}." if found else f"{key} keeps to the rules.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
