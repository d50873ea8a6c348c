extends RefCounted
## Replaces a script that only works in the editor.
