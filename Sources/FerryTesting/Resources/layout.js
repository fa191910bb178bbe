document.documentElement.style.fontSize = arguments[0] + "%";
const found = new Set();
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide, not ${root.clientWidth}`);
const name = (element) => element.tagName.toLowerCase() + [...element.classList].map((each) => "." + each).join("");
const path = (element) => name(element.parentElement) + ">" + name(element);
const isBlock = (element) => !["inline", "contents"].includes(getComputedStyle(element).display);
const isRead = (element) => element.checkVisibility() && !element.closest(".hidden, svg, script, style, noscript");

for (const element of document.querySelectorAll("body *")) {
  if (!isRead(element) || !isBlock(element) || element.clientWidth === 0) continue;
  if (element.scrollWidth > element.clientWidth + 1) found.add(`${path(element)} overflows`);
  const isCut = getComputedStyle(element).overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1;
  if (isCut) found.add(`${path(element)} is cut`);
}

const texts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!node.data.trim() || !isRead(element)) continue;
  let block = element;
  while (!isBlock(block)) block = block.parentElement;
  const box = block.getBoundingClientRect();
  const range = document.createRange();
  const pieces = () => [...range.getClientRects()].filter((piece) => piece.width > 0);
  range.selectNodeContents(node);
  for (const piece of pieces()) {
    const isOut = piece.left < Math.max(0, box.left) - 1 || piece.right > Math.min(innerWidth, box.right) + 1;
    if (isOut) found.add(`${path(element)}: text leaves it`);
    texts.push({ piece, element, isOnBar: element.closest(".buy") !== null });
  }
  if (getComputedStyle(element).overflowWrap === "anywhere") continue;
  const style = getComputedStyle(block);
  const room = block.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  for (const word of node.data.matchAll(/\p{Script=Latin}+|[¥\d,.]+/gu)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const lines = new Set(pieces().map((piece) => Math.round(piece.top)));
    const width = pieces().reduce((sum, piece) => sum + piece.width, 0);
    if (lines.size > 1 && width <= room) found.add(`${path(element)}: "${word[0]}" is broken`);
  }
}

// From top to bottom, so that each text is compared with those of its height alone. The bar at the end of the screen lies on what
// can be scrolled from under it.
texts.sort((one, other) => one.piece.top - other.piece.top);
for (let index = 0; index < texts.length; index += 1) {
  const one = texts[index];
  for (let next = index + 1; next < texts.length && texts[next].piece.top < one.piece.bottom - 4; next += 1) {
    const other = texts[next];
    const width = Math.min(one.piece.right, other.piece.right) - Math.max(one.piece.left, other.piece.left);
    const height = Math.min(one.piece.bottom, other.piece.bottom) - other.piece.top;
    if (width <= 2 || height <= 4 || one.isOnBar !== other.isOnBar) continue;
    if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
    found.add(`${path(one.element)} lies on ${path(other.element)}`);
  }
}
return [...found];
