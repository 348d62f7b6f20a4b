// Long lists. Their elements are created in slices when the slices are scrolled near the window.

/** The number of entries up to which all elements are created at once, so that the browser's own search finds them. */
const mostAtOnce = 500;
const sliceSize = 50;

const nearby = new IntersectionObserver((changes) => {
  for (const change of changes) if (change.isIntersecting) change.target.fill();
}, { rootMargin: "800px" });

/**
 * Replaces the children of an element with slices of a list.
 *
 * `make` returns the element of an entry, and `place`, if any, receives each entry with its slice.
 */
function showInSlices(container, selector, all, isLong, make, place) {
  for (const old of container.children) nearby.unobserve(old);
  const nodes = [];
  for (let start = 0; start < all.length; start += sliceSize) {
    const part = all.slice(start, start + sliceSize);
    const node = element(selector);
    let isFilled = false;
    node.fill = () => {
      if (isFilled) return;
      isFilled = true;
      nearby.unobserve(node);
      node.style.minHeight = "";
      node.append(...part.map(make));
    };
    if (isLong) {
      node.style.minHeight = `${part.length * 2.5}rem`;
      nearby.observe(node);
    } else {
      node.fill();
    }
    for (const entry of part) place?.(entry, node);
    nodes.push(node);
  }
  container.replaceChildren(...nodes);
}
