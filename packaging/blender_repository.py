#!/usr/bin/env python3
"""Makes a static extension repository for Blender (4.2 and later) of the add-on: a folder to put on any web server.

    texeleton-cli blender-addon -o texeleton-0.1.0.zip
    packaging/blender_repository.py texeleton-0.1.0.zip FOLDER

In Blender: Preferences > Get Extensions > Repositories > + > Add Remote Repository, with the address of FOLDER/index.json.
The same as `blender --command extension server-generate`, without Blender.
"""
import hashlib
import json
import pathlib
import shutil
import sys
import tomllib
import zipfile

# What Blender reads of a manifest (extension list API, v1).
KEYS = ("schema_version", "id", "name", "tagline", "version", "type", "maintainer", "license", "tags", "blender_version_min",
        "permissions", "website", "platforms")


def entry_of(archive):
    with zipfile.ZipFile(archive) as files:
        names = [name for name in files.namelist() if name.split("/")[-1] == "blender_manifest.toml"]
        if len(names) != 1:
            sys.exit(f"{archive} is not an extension: it has {len(names)} manifests")
        manifest = tomllib.loads(files.read(names[0]).decode())
    entry = {key: manifest[key] for key in KEYS if key in manifest}
    content = archive.read_bytes()
    entry["archive_url"] = f"./{archive.name}"
    entry["archive_size"] = len(content)
    entry["archive_hash"] = f"sha256:{hashlib.sha256(content).hexdigest()}"
    return entry


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    archive, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    index = {"version": "v1", "blocklist": [], "data": [entry_of(archive)]}
    if archive.resolve() != (folder / archive.name).resolve():
        shutil.copyfile(archive, folder / archive.name)
    (folder / "index.json").write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
