// The other way to read a layout, beside DOMSnapshot: one walk over the document, in the page.
(names) => {
  const rows = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      const style = getComputedStyle(node);
      const box = node.getBoundingClientRect();
      const attributes = Array.from(node.attributes, (one) => [one.name, one.value]);
      const values = names.map((name) => style.getPropertyValue(name));
      rows.push([node.localName, box.x, box.y, box.width, box.height, values, attributes]);
    } else {
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      rows.push([node.data, box.x, box.y, box.width, box.height]);
    }
  }
  return JSON.stringify(rows);
}
