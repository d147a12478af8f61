"""The tags of a page."""

from html.parser import HTMLParser

VOID = ("meta", "link")


class Page(HTMLParser):
    """Tags with their attributes in order, and those that are open at the end; `text` is whole."""

    def __init__(self, text: str):
        super().__init__()
        self.tags, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, tag):
        """Attributes of every tag of a name."""
        return [attributes for name, attributes in self.tags if name == tag]

    def outside(self):
        """What attributes lead to."""
        names = ("src", "href", "xlink:href")
        return [x[name] for _, x in self.tags for name in names if name in x]
