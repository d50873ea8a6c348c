extends RefCounted
## Stands where a script of the editor would be made.
