// The board as a picture: the page's own SVG with its styles written into it.
import {board, download} from "agon/app.js";

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray", "opacity", "font", "text-anchor", "dominant-baseline"];
const MARGIN = 6;

/** The elements of the board that are seen; `use` of a symbol becomes what it shows. */
function copy(element) {
  if (element.nodeType !== 1) return element.cloneNode();
  const style = getComputedStyle(element);
  if (style.visibility === "hidden" || style.display === "none") return undefined;
  if (element.nodeName === "use") return copyUse(element);
  const made = element.cloneNode(false);
  for (const {name} of [...made.attributes]) if (/^(class|style|role|tabindex|data-|aria-)/.test(name)) made.removeAttribute(name);
  const {transform} = style;
  if (transform !== "none" && !element.getAttribute("transform")) made.setAttribute("transform", transform);
  for (const name of STYLES) made.setAttribute(name, style.getPropertyValue(name));
  for (const child of element.childNodes) {
    const part = copy(child);
    if (part) made.append(part);
  }
  return made;
}

function copyUse(use) {
  const shown = document.querySelector(use.getAttribute("href")), group = document.createElementNS(use.namespaceURI, "g"), parts = shown.nodeName === "symbol" ? shown.children : [shown];
  const transform = use.getAttribute("transform");
  if (transform) group.setAttribute("transform", transform);
  const style = getComputedStyle(use);
  for (const part of parts) {
    const made = copy(part);
    if (shown.nodeName !== "symbol") for (const name of STYLES) made.setAttribute(name, style.getPropertyValue(name));
    group.append(made);
  }
  return group;
}

export function svgText() {
  const svg = document.querySelector("#board"), [x, y, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const made = document.createElementNS(svg.namespaceURI, "svg"), paper = document.createElementNS(svg.namespaceURI, "rect");
  const box = {x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN};
  made.setAttribute("viewBox", Object.values(box).join(" "));
  made.setAttribute("width", 2 * box.width);
  made.setAttribute("height", 2 * box.height);
  for (const [name, value] of Object.entries({...box, fill: getComputedStyle(document.body).backgroundColor})) paper.setAttribute(name, value);
  made.append(document.querySelector("#light").parentNode.cloneNode(true), paper, ...[...svg.children].map(copy).filter(Boolean));
  return new XMLSerializer().serializeToString(made);
}

export async function save(kind, name) {
  const text = svgText();
  if (kind === "svg") return download(name + ".svg", new Blob([text], {type: "image/svg+xml"}));
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  download(name + ".png", await new Promise(done => canvas.toBlob(done, "image/png")));
}
