"""Where the files of a speech model can come from: installed packages, a hub, a folder or zip a person picked."""
