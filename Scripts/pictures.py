"""A picture for the documents: the top of the page, in 256 colours, below 120 kB. Usage: pictures.py SOURCE TARGET
WIDTH HEIGHT"""

import sys
from pathlib import Path

from PIL import Image

LIMIT = 120_000


def main(source: str, target: str, width: str, height: str) -> int:
    picture = Image.open(source)
    if picture.width > int(width):
        picture = picture.resize((int(width), picture.height * int(width) // picture.width), Image.Resampling.LANCZOS)
    picture = picture.crop((0, 0, picture.width, min(picture.height, int(height))))
    colours = picture.convert("RGB").quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    if picture.mode == "RGBA":
        # The phone stands on a transparent ground.
        colours.putpalette([*colours.getpalette()[:765], 0, 0, 0])
        colours.paste(255, mask=picture.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0))
        colours.save(target, compress_level=9, transparency=255)
    else:
        colours.save(target, optimize=True)
    size = Path(target).stat().st_size
    print(f"{target}: {size} bytes")
    return 0 if size < LIMIT else 1


sys.exit(main(*sys.argv[1:]))
