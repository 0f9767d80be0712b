"""usage: python3 -I install_dir.py PREFIX

Prints the folder below PREFIX in which this interpreter looks for modules: for Debian's,
lib/python3/dist-packages below /usr and lib/pythonX.Y/dist-packages below /usr/local. If it looks in no
folder below PREFIX, prints lib/pythonX.Y/site-packages."""

import pathlib
import site
import sys

prefix = pathlib.Path(sys.argv[1])
below = [pathlib.Path(folder).relative_to(prefix) for folder in site.getsitepackages()
         if pathlib.Path(folder).is_relative_to(prefix)]
usual = pathlib.Path("lib", "python%d.%d" % sys.version_info[:2], "site-packages")
# /usr/local/lib is below /usr as well, but belongs to the other prefix.
print(next((folder for folder in below if folder.parts[0].startswith("lib")), usual).as_posix())
