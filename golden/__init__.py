"""The golden data of lieref: files, read by ``lieref.golden``."""
