"""Parts of tools/device_check."""


class CheckError(Exception):
    """Something is missing or broken that a person has to put right: told in one line, exit status 2."""
